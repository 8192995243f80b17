// Reads the part of a FEN that a board shows. Fog and powers come later; what is not understood
// is left out rather than guessed.
import type { Side, Square } from './square';

/** A man on the board: its FEN letter, upper case for White. */
export type Man = string;

/** What stands where: 64 entries by square number, null for an empty square. */
export type Placement = readonly (Man | null)[];

export interface Position {
  men: Placement;
  toMove: Side;
}

const letters = /^[kqrbnp]$/i;

export const emptyPosition: Position = { men: Array<null>(64).fill(null), toMove: 'white' };

/** Reads placement and side to move; null if the text is no FEN. */
export function parseFen(fen: string): Position | null {
  const [placement = '', turn = 'w'] = fen.trim().split(/\s+/);
  const rows = placement.replace(/\[.*$/, '').split('/');
  if (rows.length < 8) return null;
  const men = Array<Man | null>(64).fill(null);
  for (let row = 0; row < 8; row++) {
    if (!readRow(rows[row] as string, 7 - row, men)) return null;
  }
  return { men, toMove: turn === 'b' ? 'black' : 'white' };
}

function readRow(text: string, rank: number, men: (Man | null)[]): boolean {
  let file = 0;
  for (const letter of text.replace(/\([^)]*\)/g, '').replace(/[+~]/g, '')) {
    if (letter >= '1' && letter <= '8') {
      file += Number(letter);
    } else if (letters.test(letter) && file < 8) {
      men[rank * 8 + file] = letter;
      file += 1;
    } else {
      return false;
    }
  }
  return file === 8;
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

export function sideOf(man: Man): Side {
  return man === man.toUpperCase() ? 'white' : 'black';
}

/** The square of a side's king, or -1. */
export function kingSquare(men: Placement, side: Side): Square {
  return men.indexOf(side === 'white' ? 'K' : 'k');
}
