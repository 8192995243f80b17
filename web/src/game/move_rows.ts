// The moves of a game as the rows of a score sheet.
import type { PlayedMove } from '../gen/chess/game/v1/game_pb';

export interface MoveRow {
  number: number;
  /** White's move; null where the list begins with Black's. */
  white: PlayedMove | null;
  black: PlayedMove | null;
}

export function moveRows(moves: readonly PlayedMove[]): MoveRow[] {
  const rows: MoveRow[] = [];
  for (const move of moves) {
    const number = Math.floor((move.ply + 1) / 2);
    const isWhite = move.ply % 2 === 1;
    const last = rows[rows.length - 1];
    if (isWhite) rows.push({ number, white: move, black: null });
    else if (last && last.number === number) last.black = move;
    else rows.push({ number, white: null, black: move });
  }
  return rows;
}
