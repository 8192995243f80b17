// Reads the part of a FEN that a board shows, with its extensions: powers and marks of men, men in
// hand and checks given. What is not understood is refused rather than guessed.
import { isMan, kindOf, sideOf, type Man } from './man';
import type { Side, Square } from './square';

export { sideOf, type Man } from './man';

/** What stands where: 64 entries by square number, null for an empty square. */
export type Placement = readonly (Man | null)[];

/** Men in hand: how many of each kind, by lower-case letter. */
export type Hand = Readonly<Record<string, number>>;

export interface Position {
  men: Placement;
  toMove: Side;
  /** Men in hand of each side; null in a set without hands. */
  hands: Readonly<Record<Side, Hand>> | null;
  /** Checks given by each side; null where they do not count. */
  checks: Readonly<Record<Side, number>> | null;
}

/** Kinds that a hand can hold, as hands are shown. */
export const handOrder = 'pnbrq';

export const emptyPosition: Position = {
  men: Array<null>(64).fill(null),
  toMove: 'white',
  hands: null,
  checks: null,
};

const hand = /^(.*)\[([A-Za-z]*)\]$/;
const given = /^\+(\d)\+(\d)$/;

/** Reads a FEN; null if the text is none. */
export function parseFen(fen: string): Position | null {
  const [board = '', turn = 'w', ...fields] = fen.trim().split(/\s+/);
  const [, placement = board, held] = hand.exec(board) ?? [];
  const rows = placement.split('/');
  if (rows.length !== 8) return null;
  const men = Array<Man | null>(64).fill(null);
  for (let row = 0; row < 8; row++) {
    if (!readRow(rows[row] as string, 7 - row, men)) return null;
  }
  const counts = fields.map((field) => given.exec(field)).find((match) => match !== null);
  return {
    men,
    toMove: turn === 'b' ? 'black' : 'white',
    hands: held === undefined ? null : handsOf(held),
    checks: counts ? { white: Number(counts[1]), black: Number(counts[2]) } : null,
  };
}

function readRow(text: string, rank: number, men: (Man | null)[]): boolean {
  let file = 0;
  for (const token of text.match(/\d|\+?[A-Za-z]~?(?:\([A-Za-z]*\))?|./g) ?? []) {
    if (token >= '1' && token <= '8') {
      file += Number(token);
    } else if (isMan(token) && file < 8) {
      men[rank * 8 + file] = token;
      file += 1;
    } else {
      return false;
    }
  }
  return file === 8;
}

function handsOf(letters: string): Record<Side, Hand> {
  const hands: Record<Side, Record<string, number>> = { white: {}, black: {} };
  for (const letter of letters) {
    const kind = kindOf(letter);
    const side = hands[sideOf(letter)];
    side[kind] = (side[kind] ?? 0) + 1;
  }
  return hands;
}

/** Writes placement and side to move, the first two fields of a FEN. */
export function writeFen(position: Position): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = '';
    let gap = 0;
    for (let file = 0; file < 8; file++) {
      const man = position.men[rank * 8 + file];
      if (!man) {
        gap += 1;
        continue;
      }
      row += (gap > 0 ? gap : '') + man;
      gap = 0;
    }
    rows.push(row + (gap > 0 ? gap : ''));
  }
  return `${rows.join('/')} ${position.toMove === 'white' ? 'w' : 'b'}`;
}

/** The square of a side's king, or -1. */
export function kingSquare(men: Placement, side: Side): Square {
  return men.findIndex((man) => man !== null && kindOf(man) === 'k' && sideOf(man) === side);
}
