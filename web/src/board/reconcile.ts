// Follows men from one position to the next, so that what moved glides instead of jumping.
import type { Man, Placement } from './fen';
import { fileOf, rankOf, type Square } from './square';

/** A man with a name of its own that stays while it moves. */
export interface TrackedMan {
  id: number;
  man: Man;
  square: Square;
}

/** Gives the men of the next position the ids of the men they were, ordered by id. */
export function reconcile(
  before: readonly TrackedMan[],
  men: Placement,
  nextId: () => number,
): TrackedMan[] {
  const kept = before.filter((t) => men[t.square] === t.man);
  const taken = new Set(kept.map((t) => t.square));
  const gone = before.filter((t) => men[t.square] !== t.man);
  const result = [...kept];
  for (let square = 0; square < 64; square++) {
    const man = men[square];
    if (!man || taken.has(square)) continue;
    const mover = nearest(gone, man, square);
    if (mover) gone.splice(gone.indexOf(mover), 1);
    result.push({ id: mover ? mover.id : nextId(), man, square });
  }
  return result.sort((a, b) => a.id - b.id);
}

function nearest(gone: TrackedMan[], man: Man, square: Square): TrackedMan | null {
  let best: TrackedMan | null = null;
  for (const t of gone) {
    if (t.man === man && (!best || distance(t.square, square) < distance(best.square, square))) {
      best = t;
    }
  }
  return best;
}

function distance(a: Square, b: Square): number {
  return Math.hypot(fileOf(a) - fileOf(b), rankOf(a) - rankOf(b));
}
