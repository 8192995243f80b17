// Repeats a command whose fate is not known. The request id stays the same, so the server plays it
// once however often it arrives.
import { CallError, callErrorOf } from './error';

export interface RetryLimits {
  /** No new attempt begins after this time, in milliseconds. */
  withinMs: number;
  attempts: number;
}

/** Commands wait out the restart of a service; the clock is not charged for an outage. */
export const commandLimits: RetryLimits = { withinMs: 30_000, attempts: 12 };
export const readLimits: RetryLimits = { withinMs: 10_000, attempts: 5 };

export interface RetryTools {
  now(): number;
  random(): number;
  sleep(ms: number): Promise<void>;
}

const realTools: RetryTools = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Pause after attempt n (from 1): 150 ms doubled each time, at most 4 s, the upper half random. */
export function pauseMs(attempt: number, random: number): number {
  const top = Math.min(4000, 150 * 2 ** (attempt - 1));
  return top / 2 + (top / 2) * random;
}

/** Calls until it succeeds, fails for good, or the limits are reached; throws a CallError. */
export async function repeat<T>(
  call: () => Promise<T>,
  limits: RetryLimits = commandLimits,
  tools: RetryTools = realTools,
): Promise<T> {
  const start = tools.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (thrown) {
      const error: CallError = callErrorOf(thrown);
      const pause = Math.max(error.waitMs, pauseMs(attempt, tools.random()));
      const late = tools.now() - start + pause > limits.withinMs;
      if (!error.repeatable || attempt >= limits.attempts || late) throw error;
      await tools.sleep(pause);
    }
  }
}

/** A fresh id for one command: 16 random bytes. */
export function newRequestId(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}
