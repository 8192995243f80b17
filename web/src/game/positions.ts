// The positions of a game by ply, for stepping through it.
import { emptyPosition, parseFen, type Position } from '../board/fen';
import { playUci } from '../board/mechanics';
import type { GameModel } from './merge';

/** Positions of plies 0 to the last; index = ply. */
export function positionsOf(model: GameModel): Position[] {
  const start = seenAt(model, 0) ?? parseFen(model.facts.startFen) ?? emptyPosition;
  const positions = [start];
  model.moves.forEach((move, i) => {
    const worked = playUci(positions[i] as Position, move.uci);
    positions.push(seenAt(model, i + 1) ?? worked);
  });
  return positions;
}

function seenAt(model: GameModel, ply: number): Position | null {
  const fen = model.seen.get(ply);
  return fen === undefined ? null : parseFen(fen);
}
