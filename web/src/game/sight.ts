// What is not seen of the board.
import type { Square } from '../board/square';
import type { Seen } from './merge';

/** The squares that the audience does not see; null: it sees all. */
export function hiddenSquares(seen: Seen | undefined): ReadonlySet<Square> | null {
  if (!seen || seen.visible === null) return null;
  const hidden = new Set<Square>();
  for (let square = 0; square < 64; square++) {
    if (((seen.visible >> BigInt(square)) & 1n) === 0n) hidden.add(square);
  }
  return hidden;
}
