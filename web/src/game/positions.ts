// The positions of a game by ply, for stepping through it.
import { emptyPosition, parseFen, writeFen, type Position } from '../board/fen';
import { sideOf } from '../board/man';
import { playUci } from '../board/mechanics';
import { rankOf } from '../board/square';
import type { GameModel } from './merge';

/** Positions of plies 0 to the last; index = ply. What the server sent wins. */
export function positionsOf(model: GameModel): Position[] {
  const start = seenAt(model, 0) ?? parseFen(model.facts.startFen) ?? emptyPosition;
  const positions = [start];
  model.moves.forEach((move, i) => {
    const worked = playUci(positions[i] as Position, move.uci);
    positions.push(seenAt(model, i + 1) ?? worked);
  });
  return positions;
}

/**
 * Whether moving men by hand gives this game's positions: every move is known, and wherever the
 * server sent a position it is the one that the moves lead to. Where captures have effects of their
 * own, or part of the game is hidden, it is not so, and the positions have to come from the server.
 */
export function isPlain(model: GameModel): boolean {
  let position = seenAt(model, 0) ?? parseFen(model.facts.startFen);
  if (!position) return model.moves.length === 0;
  for (const [i, move] of model.moves.entries()) {
    if (!move.uci) return false;
    position = playUci(position, move.uci);
    const seen = seenAt(model, i + 1);
    if (seen && !isSame(seen, position)) return false;
  }
  return true;
}

/** The plies whose positions the server has not sent. */
export function missingPlies(model: GameModel): number[] {
  return [...Array(model.moves.length + 1).keys()].filter((ply) => !model.seen.has(ply));
}

/** Whether both sides stand at White's edge, to go the same way. */
export function marchesUp(start: Position | undefined): boolean {
  const men = [...(start?.men ?? [])].flatMap((man, at) => (man ? [{ man, at }] : []));
  return men.some(({ man }) => sideOf(man) === 'black') && men.every(({ at }) => rankOf(at) < 2);
}

function isSame(a: Position, b: Position): boolean {
  return writeFen(a) === writeFen(b) && JSON.stringify(a.hands) === JSON.stringify(b.hands);
}

function seenAt(model: GameModel, ply: number): Position | null {
  const seen = model.seen.get(ply);
  return seen === undefined ? null : parseFen(seen.fen);
}
