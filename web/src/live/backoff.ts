// How long to wait before the stream is opened again.

const firstMs = 250;
const longestMs = 15_000;

/**
 * Pause before the nth try in a row (from 1). The upper half is random, so that the clients of a
 * gateway that went away do not all come back in the same instant; a hint of the server is kept.
 */
export function backoffMs(failures: number, random: number, hintMs = 0): number {
  const top = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10));
  return Math.max(hintMs, top / 2 + (top / 2) * random);
}
