// What a chess clock shows.

/** A clock under this is shown with tenths and marked as low, in milliseconds. */
export const lowTimeMs = 10_000;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The face of a clock: "0:09.4" under ten seconds, "4:07", "1:04:07" from an hour, and whole days
 * and hours for correspondence ("2d 4h"). Whole seconds are rounded up, as a player expects of a
 * clock that shows 0:01 until its time is over; tenths are cut off.
 */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < lowTimeMs) {
    const tenths = Math.floor(left / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  if (left >= day) return `${Math.floor(left / day)}d ${Math.floor((left % day) / hour)}h`;
  const seconds = Math.ceil(left / second);
  const s = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${s}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${s}`;
}

/** True where the clock should warn: under ten seconds, or a tenth of a short game's time. */
export function isLowTime(ms: number, initialMs: number): boolean {
  if (ms <= lowTimeMs) return true;
  return initialMs > 0 && initialMs <= 10 * minute && ms <= initialMs / 10;
}

/** Milliseconds until the text of a falling clock changes. */
export function nextChangeMs(ms: number): number {
  if (ms <= 0) return Infinity;
  if (ms < lowTimeMs) return (ms % 100) + 1;
  // Whole seconds are rounded up: the text changes when the second below is reached.
  return Math.min(ms - (Math.ceil(ms / second) - 1) * second, ms - lowTimeMs + 1);
}
