// Moves men on a board the way a hand does, once the referee has said that the move is legal. It
// knows nothing about legality; it only knows which other men a move takes along: the rook in
// castling, the pawn taken en passant, the pawn that becomes something else.
import type { Man, Position } from './fen';
import { sideOf } from './fen';
import { fileOf, otherSide, rankOf, squareOf, type Square } from './square';

export interface MoveSquares {
  from: Square;
  to: Square;
}

/** Start and end of a UCI move; null for drops and for what is no move. */
export function moveSquares(uci: string): MoveSquares | null {
  const from = squareOf(uci.slice(0, 2));
  const to = squareOf(uci.slice(2, 4));
  return from >= 0 && to >= 0 ? { from, to } : null;
}

/** The position after a UCI move. A move that makes no sense here leaves the men as they are. */
export function playUci(position: Position, uci: string): Position {
  const men = [...position.men];
  const toMove = otherSide(position.toMove);
  if (uci[1] === '@') {
    drop(men, uci, position);
    return { men, toMove };
  }
  const squares = moveSquares(uci);
  const man = squares && men[squares.from];
  if (!squares || !man) return { men, toMove };
  const rook = castlingRook(men, squares, man);
  if (rook >= 0) {
    castle(men, squares.from, rook);
    return { men, toMove };
  }
  if (isPawn(man) && fileOf(squares.from) !== fileOf(squares.to) && !men[squares.to]) {
    men[rankOf(squares.from) * 8 + fileOf(squares.to)] = null;
  }
  men[squares.from] = null;
  men[squares.to] = promoted(man, uci[4]);
  return { men, toMove };
}

function drop(men: (Man | null)[], uci: string, position: Position): void {
  const to = squareOf(uci.slice(2, 4));
  const letter = uci[0] as string;
  if (to >= 0) men[to] = position.toMove === 'white' ? letter.toUpperCase() : letter.toLowerCase();
}

function isPawn(man: Man): boolean {
  return man.toLowerCase() === 'p';
}

function promoted(man: Man, letter: string | undefined): Man {
  if (!letter) return man;
  return sideOf(man) === 'white' ? letter.toUpperCase() : letter.toLowerCase();
}

/** The rook that castles with this move, or -1 if the move is no castling. */
export function castlingRook(
  men: readonly (Man | null)[],
  { from, to }: MoveSquares,
  man: Man,
): Square {
  if (man.toLowerCase() !== 'k') return -1;
  const rook = sideOf(man) === 'white' ? 'R' : 'r';
  if (men[to] === rook) return to;
  if (rankOf(from) !== rankOf(to) || Math.abs(fileOf(from) - fileOf(to)) < 2) return -1;
  const step = to > from ? 1 : -1;
  const rank = rankOf(from);
  for (let file = step > 0 ? 7 : 0; file !== fileOf(from); file -= step) {
    if (men[rank * 8 + file] === rook) return rank * 8 + file;
  }
  return -1;
}

/** Where the king lands when it castles with a rook: the g or the c file. */
export function castlingTarget(king: Square, rook: Square): Square {
  return rankOf(king) * 8 + (rook > king ? 6 : 2);
}

function castle(men: (Man | null)[], king: Square, rook: Square): void {
  const target = castlingTarget(king, rook);
  const kingMan = men[king] ?? null;
  const rookMan = men[rook] ?? null;
  men[king] = null;
  men[rook] = null;
  men[target] = kingMan;
  men[target + (rook > king ? -1 : 1)] = rookMan;
}
