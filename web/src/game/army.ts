// An army that is being placed before a game: prices, the budget, and the four ranks of a side. The
// referee judges it; here is only what lets a hand place it.
import { emptyPosition, parseFen, writeFen, type Placement } from '../board/fen';
import { kindOf, manOf, sideOf, type Man } from '../board/man';
import { squareName, squareOf, type Side, type Square } from '../board/square';
import type { Source, Targets } from '../board/targets';

/** 64 entries by square number, with one side's men alone. */
export type Army = Placement;

export const prices: Readonly<Record<string, number>> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** Kinds in the order of the palette. */
export const paletteOrder = 'kqrbnp';

export const emptyArmy: Army = Array<null>(64).fill(null);

const noMen = '8/8/8/8';

/** Reads four ranks of a FEN, the highest first; what is not the side's is left out. */
export function armyOf(half: string, side: Side): Army {
  const board = side === 'white' ? `${noMen}/${half}` : `${half}/${noMen}`;
  const men = parseFen(`${board} w`)?.men ?? emptyArmy;
  return men.map((man) => (man && sideOf(man) === side ? man : null));
}

/** The side's four ranks as a FEN writes them, the highest first. */
export function armyText(army: Army, side: Side): string {
  const [board = ''] = writeFen({ ...emptyPosition, men: army }).split(' ');
  const rows = board.split('/');
  return (side === 'white' ? rows.slice(4) : rows.slice(0, 4)).join('/');
}

/** The square numbers of a side's own four ranks. */
export function homeSquares(side: Side): Square[] {
  return [...Array(32).keys()].map((i) => (side === 'white' ? i : i + 32));
}

export function costOf(army: Army): number {
  return army.reduce((sum, man) => sum + (man ? priceOf(man) : 0), 0);
}

function priceOf(man: Man): number {
  return prices[kindOf(man)] ?? 0;
}

export function hasKing(army: Army): boolean {
  return army.some((man) => man !== null && kindOf(man) === 'k');
}

/** The army with a man of that kind on a square; null if the budget does not allow it. */
export function place(
  army: Army,
  square: Square,
  kind: string,
  side: Side,
  budget: number,
): Army | null {
  // There is one king: placing a second one moves the first.
  const next = army.map((man) => (kind === 'k' && man && kindOf(man) === 'k' ? null : man));
  next[square] = manOf(kind, side);
  return costOf(next) <= budget ? next : null;
}

/** The army after a man went to another square; two men change places. */
export function shift(army: Army, from: Square, to: Square): Army {
  const next = [...army];
  next[from] = army[to] ?? null;
  next[to] = army[from] ?? null;
  return next;
}

export function remove(army: Army, square: Square): Army {
  return army.map((man, at) => (at === square ? null : man));
}

/** The usual array on the first two ranks of a side. */
export function usualArmy(side: Side): Army {
  const half = side === 'white' ? '8/8/PPPPPPPP/RNBQKBNR' : 'rnbqkbnr/pppppppp/8/8';
  return armyOf(half, side);
}

/** Where a hand may put what: men on the board anywhere at home, and what can be paid. */
export function draftTargets(army: Army, side: Side, budget: number): Targets {
  const home = homeSquares(side);
  const targets = new Map<Source, Map<Square, string[]>>();
  for (const from of home) {
    if (!army[from]) continue;
    const others = home.filter((to) => to !== from);
    targets.set(from, new Map(others.map((to) => [to, [`${squareName(from)}${squareName(to)}`]])));
  }
  for (const kind of paletteOrder) {
    const man = manOf(kind, side);
    const fits = home.filter(
      (to) => army[to] !== man && place(army, to, kind, side, budget) !== null,
    );
    if (fits.length === 0) continue;
    targets.set(kind, new Map(fits.map((to) => [to, [`${kind.toUpperCase()}@${squareName(to)}`]])));
  }
  return targets;
}

/** The army after what a hand did ("N@c2", "c2d3"); null if the budget does not allow it. */
export function applyHand(army: Army, action: string, side: Side, budget: number): Army | null {
  const to = squareOf(action.slice(2, 4));
  if (action[1] === '@') return place(army, to, (action[0] ?? '').toLowerCase(), side, budget);
  return shift(army, squareOf(action.slice(0, 2)), to);
}
