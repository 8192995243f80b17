// Games that this page has seen agreed on. One that was accepted a moment ago may not exist yet; of
// any other it is known at once that it is not there.

const graceMs = 8000;
const begun = new Map<string, number>();

/** A game has just been agreed on. `now` in milliseconds of performance.now(). */
export function noteBegun(gameId: string, now: number): void {
  begun.clear(); // One at a time.
  begun.set(gameId, now);
}

/** Whether a game that is not there may come yet. */
export function mayComeYet(gameId: string, now: number): boolean {
  const at = begun.get(gameId);
  return at !== undefined && now - at < graceMs;
}
