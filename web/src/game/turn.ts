// What dice and brain leave a player in one turn.
import type { Placement } from '../board/fen';
import { kindOf, powersOf, sideOf, type Man } from '../board/man';
import type { Side, Square } from '../board/square';
import {
  BrainState,
  PieceType,
  type GameView,
  type PlayedMove,
  type Roll,
} from '../gen/chess/game/v1/game_pb';

/** The bonds of the present turn. Kinds are lower-case letters. */
export interface Bonds {
  /** What the dice allow; null: no dice, or not rolled yet. */
  roll: readonly string[] | null;
  brain: { thinking: boolean; kind: string } | null;
}

const letters: Partial<Record<PieceType, string>> = {
  [PieceType.PAWN]: 'p',
  [PieceType.KNIGHT]: 'n',
  [PieceType.BISHOP]: 'b',
  [PieceType.ROOK]: 'r',
  [PieceType.QUEEN]: 'q',
  [PieceType.KING]: 'k',
};

/** The letter of a type of piece; empty: none. */
export function kindOfType(type: PieceType): string {
  return letters[type] ?? '';
}

/** The kinds of a roll. */
export function kindsOfRoll(roll: Roll | undefined): readonly string[] | null {
  return roll ? roll.allowed.map(kindOfType) : null;
}

export function bondsOf(view: GameView): Bonds {
  const { roll, brain } = view;
  return {
    roll: kindsOfRoll(roll),
    brain: brain
      ? { thinking: brain.state === BrainState.THINKING, kind: kindOfType(brain.type) }
      : null,
  };
}

/** What bound a move that was played; nothing where neither dice nor brain are known of. */
export function bondsOfMove(move: PlayedMove | undefined): Bonds {
  const kind = kindOfType(move?.named ?? PieceType.UNSPECIFIED);
  return {
    roll: kindsOfRoll(move?.roll),
    brain: kind ? { thinking: false, kind } : null,
  };
}

/** The kinds that may move; null: all. What the brain has named comes after the dice. */
export function allowedKinds(bonds: Bonds): readonly string[] | null {
  if (bonds.brain?.kind) return [bonds.brain.kind];
  return bonds.roll;
}

/** Squares of a side's men whose kind may not move this turn. */
export function restingSquares(men: Placement, side: Side, bonds: Bonds): ReadonlySet<Square> {
  const allowed = allowedKinds(bonds);
  const resting = new Set<Square>();
  if (!allowed) return resting;
  men.forEach((man, square) => {
    if (man && sideOf(man) === side && !kindsOf(man).some((kind) => allowed.includes(kind))) {
      resting.add(square);
    }
  });
  return resting;
}

/** A royal man counts as a king only, however it moves; others under each of their powers. */
function kindsOf(man: Man): string[] {
  return kindOf(man) === 'k' ? ['k'] : [...powersOf(man)];
}
