// Moves men on a board the way a hand does, once the referee has said that the move is legal. It
// knows nothing about legality and nothing about the effects that a rule set may add to a capture
// (those come with the referee's next view); it only knows which other men a move of chess takes
// along: the rook in castling, the pawn taken en passant, the pawn that becomes something else.
import { handOrder, type Hand, type Position } from './fen';
import { kindOf, letterOf, manOf, sideOf, type Man } from './man';
import { fileOf, otherSide, rankOf, squareOf, type Side, type Square } from './square';

export interface MoveSquares {
  from: Square;
  to: Square;
}

/** What a referee says of a move besides its squares. */
export type MoveTrait =
  'capture' | 'enPassant' | 'castle' | 'promotion' | 'drop' | 'bonus' | 'check';

/** A legal move. Without traits (nobody said) they are read off the board. */
export interface Move {
  uci: string;
  traits?: readonly MoveTrait[];
}

/** Start and end of a UCI move; null for drops and for what is no move. */
export function moveSquares(uci: string): MoveSquares | null {
  const from = squareOf(uci.slice(0, 2));
  const to = squareOf(uci.slice(2, 4));
  return from >= 0 && to >= 0 ? { from, to } : null;
}

/** The squares of a UCI move that are known: two, one (a drop, or half of it is hidden) or none. */
export function knownSquares(uci: string): Square[] {
  const from = uci[1] === '@' ? -1 : squareOf(uci.slice(0, 2));
  return [from, squareOf(uci.slice(2, 4))].filter((square) => square >= 0);
}

/** The position after a move. A move that makes no sense here leaves the men as they are. */
export function playUci(position: Position, uci: string, traits?: readonly MoveTrait[]): Position {
  const men = [...position.men];
  const next = { ...position, men, toMove: otherSide(position.toMove) };
  if (uci[1] === '@') return { ...next, hands: drop(men, uci, position) };
  const squares = moveSquares(uci);
  const man = squares && men[squares.from];
  if (!squares || !man) return next;
  const rook = isCastling(traits) ? castlingRook(men, squares, man) : -1;
  if (rook >= 0) {
    castle(men, squares.from, rook);
    return next;
  }
  if (isEnPassant(men, squares, man, traits)) {
    men[rankOf(squares.from) * 8 + fileOf(squares.to)] = null;
  }
  men[squares.from] = null;
  men[squares.to] = uci[4] ? manOf(uci[4], sideOf(man)) : man;
  return next;
}

/** Puts a man from the hand on the board; the hands after it. */
function drop(men: (Man | null)[], uci: string, position: Position): Position['hands'] {
  const to = squareOf(uci.slice(2, 4));
  const kind = (uci[0] as string).toLowerCase();
  if (to < 0) return position.hands;
  men[to] = manOf(kind, position.toMove);
  const hands = position.hands;
  if (!hands) return null;
  const held = hands[position.toMove];
  const left = { ...held, [kind]: Math.max(0, (held[kind] ?? 0) - 1) };
  return { ...hands, [position.toMove]: left };
}

/** The kinds in a hand in the order in which they are shown, with how many there are. */
export function handRow(hand: Hand): { kind: string; count: number }[] {
  return [...handOrder].map((kind) => ({ kind, count: hand[kind] ?? 0 }));
}

function isEnPassant(
  men: readonly (Man | null)[],
  { from, to }: MoveSquares,
  man: Man,
  traits: readonly MoveTrait[] | undefined,
): boolean {
  if (traits) return traits.includes('enPassant');
  return kindOf(man) === 'p' && fileOf(from) !== fileOf(to) && !men[to];
}

function isCastling(traits: readonly MoveTrait[] | undefined): boolean {
  return !traits || traits.includes('castle');
}

/** The rook that castles with this move, or -1 if the move is no castling. */
export function castlingRook(
  men: readonly (Man | null)[],
  { from, to }: MoveSquares,
  man: Man,
): Square {
  if (kindOf(man) !== 'k') return -1;
  const side = sideOf(man);
  if (isRook(men[to], side)) return to;
  if (rankOf(from) !== rankOf(to) || Math.abs(fileOf(from) - fileOf(to)) < 2) return -1;
  const step = to > from ? 1 : -1;
  const rank = rankOf(from);
  for (let file = step > 0 ? 7 : 0; file !== fileOf(from); file -= step) {
    if (isRook(men[rank * 8 + file], side)) return rank * 8 + file;
  }
  return -1;
}

function isRook(man: Man | null | undefined, side: Side): boolean {
  return !!man && letterOf(man) === manOf('r', side);
}

/** The rook of a castling move of the referee's list, or -1. */
export function rookOf(men: readonly (Man | null)[], move: Move): Square {
  const squares = moveSquares(move.uci);
  const man = squares && men[squares.from];
  return squares && man && isCastling(move.traits) ? castlingRook(men, squares, man) : -1;
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
