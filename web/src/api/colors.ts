// The wire's colours and the board's sides.
import { Color } from '../gen/chess/common/v1/match_pb';
import type { Side } from '../board/square';

/** The side of a colour; null where none is said. */
export function sideOfColor(color: Color): Side | null {
  if (color === Color.WHITE) return 'white';
  return color === Color.BLACK ? 'black' : null;
}
