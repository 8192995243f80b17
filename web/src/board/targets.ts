// Arranges the referee's list of legal moves for a hand: from which square to which squares.
import type { Placement } from './fen';
import { castlingRook, castlingTarget, moveSquares } from './mechanics';
import type { Square } from './square';

/** For each square that can be left: each square that can be reached, with the UCI moves. */
export type Targets = ReadonlyMap<Square, ReadonlyMap<Square, readonly string[]>>;

export const noTargets: Targets = new Map();

/**
 * Arranges UCI moves. Castling is reached by the king's two-step and by the king onto its own rook;
 * the king's landing square stands for castling only where the king has no ordinary move to it.
 */
export function targetsOf(moves: readonly string[], men: Placement): Targets {
  const targets = new Map<Square, Map<Square, string[]>>();
  const castlings: { from: Square; rook: Square; uci: string }[] = [];
  for (const uci of moves) {
    const squares = moveSquares(uci);
    if (!squares) continue;
    const man = men[squares.from];
    const rook = man ? castlingRook(men, squares, man) : -1;
    if (rook >= 0) castlings.push({ from: squares.from, rook, uci });
    else add(targets, squares.from, squares.to, uci);
  }
  for (const { from, rook, uci } of castlings) {
    add(targets, from, rook, uci);
    const landing = castlingTarget(from, rook);
    if (landing !== from && landing !== rook && !targets.get(from)?.has(landing)) {
      add(targets, from, landing, uci);
    }
  }
  return targets;
}

function add(map: Map<Square, Map<Square, string[]>>, from: Square, to: Square, uci: string): void {
  const reached = map.get(from) ?? new Map<Square, string[]>();
  map.set(from, reached);
  reached.set(to, [...(reached.get(to) ?? []), uci]);
}
