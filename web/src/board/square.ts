// Squares are numbered 0 to 63: a1 = 0, b1 = 1, h8 = 63.

export type Square = number;

const files = 'abcdefgh';

export function fileOf(square: Square): number {
  return square & 7;
}

export function rankOf(square: Square): number {
  return square >> 3;
}

export function squareName(square: Square): string {
  return `${files[fileOf(square)]}${rankOf(square) + 1}`;
}

/** The square of a name such as "e4", or -1 if it is none. */
export function squareOf(name: string): Square {
  const file = files.indexOf(name[0] ?? '?');
  const rank = Number(name[1]) - 1;
  return file >= 0 && rank >= 0 && rank < 8 ? rank * 8 + file : -1;
}

export type Side = 'white' | 'black';

export function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** Column and row on the screen, from the upper left, of a square seen from a side. */
export function cellOf(square: Square, bottom: Side): { column: number; row: number } {
  return bottom === 'white'
    ? { column: fileOf(square), row: 7 - rankOf(square) }
    : { column: 7 - fileOf(square), row: rankOf(square) };
}

/** The square in a column and row of the screen. */
export function squareAt(column: number, row: number, bottom: Side): Square {
  return bottom === 'white' ? (7 - row) * 8 + column : row * 8 + (7 - column);
}
