// Follows men from one position to the next, so that what moved glides instead of jumping.
import type { Placement } from './fen';
import { sideOf, type Man } from './man';
import { fileOf, rankOf, type Square } from './square';

/** A man with a name of its own that stays while it moves. */
export interface TrackedMan {
  id: number;
  man: Man;
  square: Square;
}

/**
 * Gives the men of the next position the ids of the men they were, ordered by id. `moved` are start
 * and end of the move between the two, if known: the man that made it is followed by its squares,
 * for it may have become another on its way.
 */
export function reconcile(
  before: readonly TrackedMan[],
  men: Placement,
  nextId: () => number,
  moved: readonly Square[] = [],
): TrackedMan[] {
  const mover = moverOf(before, men, moved);
  const stays = (t: TrackedMan) => t !== mover && men[t.square] === t.man;
  const kept = before.filter(stays);
  const taken = new Set(kept.map((t) => t.square));
  const gone = before.filter((t) => t !== mover && !stays(t));
  const result = [...kept];
  for (let square = 0; square < 64; square++) {
    const man = men[square];
    if (!man || taken.has(square)) continue;
    const was = mover && square === moved[1] ? mover : nearest(gone, man, square);
    if (was && was !== mover) gone.splice(gone.indexOf(was), 1);
    result.push({ id: was ? was.id : nextId(), man, square });
  }
  return result.sort((a, b) => a.id - b.id);
}

/** The man that went from the first square to the second, whatever it is now. */
function moverOf(
  before: readonly TrackedMan[],
  men: Placement,
  [from, to]: readonly Square[],
): TrackedMan | null {
  if (from === undefined || to === undefined || men[from]) return null;
  const arrived = men[to];
  const was = before.find((t) => t.square === from);
  return was && arrived && sideOf(arrived) === sideOf(was.man) ? was : null;
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
