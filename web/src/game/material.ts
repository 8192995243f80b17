// Who has captured what, and who is ahead, at any ply.
import type { Placement, Position } from '../board/fen';
import { kindOf, letterOf, sideOf } from '../board/man';
import type { Side } from '../board/square';

const values: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** The men that a side has captured up to a ply, as FEN letters, read off the positions. */
export function capturedUpTo(positions: readonly Position[], ply: number, by: Side): string {
  let captured = '';
  for (let i = 1; i <= ply; i++) {
    const before = positions[i - 1];
    const after = positions[i];
    if (!before || !after || before.toMove !== by) continue;
    captured += lost(before.men, after.men, by);
  }
  return captured;
}

/** The men of the other side that are there before and not after. */
function lost(before: Placement, after: Placement, by: Side): string {
  const count = new Map<string, number>();
  for (const man of before)
    if (man && sideOf(man) !== by) count.set(man, (count.get(man) ?? 0) + 1);
  for (const man of after) if (man && sideOf(man) !== by) count.set(man, (count.get(man) ?? 0) - 1);
  return [...count].map(([man, n]) => letterOf(man).repeat(Math.max(0, n))).join('');
}

/** White's material minus Black's, in pawns. */
export function materialLead(men: Placement): number {
  let lead = 0;
  for (const man of men) {
    if (man) lead += (values[kindOf(man)] ?? 0) * (sideOf(man) === 'white' ? 1 : -1);
  }
  return lead;
}
