// Waiting for conditions, never for a time to pass.
import {setTimeout as delay} from 'node:timers/promises';

/** Resolves with the first truthy value of `condition`; fails after `ms`. */
export async function until(condition, ms, what) {
  const end = Date.now() + ms;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`gave up after ${ms} ms waiting for ${what}`);
    await delay(20);
  }
}

export {delay};

/** A seeded sequence (mulberry32): one printed number replays a test's choices. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6D2B79F5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function chooseSeed() {
  const seed = Number(process.env.CHESS_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`seed ${seed} (CHESS_SEED=${seed} replays it)`);
  return seed;
}
