// Arranges the referee's list of legal moves for a hand: from where to which squares.
import type { Placement } from './fen';
import { castlingTarget, moveSquares, rookOf, type Move } from './mechanics';
import { squareOf, type Square } from './square';

/** Where a man is taken from: a square, or the hand ("n": a knight in hand). */
export type Source = Square | string;

/** For each place that can be left: each square that can be reached, with the UCI moves. */
export type Targets = ReadonlyMap<Source, ReadonlyMap<Square, readonly string[]>>;

export const noTargets: Targets = new Map();

/**
 * Arranges moves. Castling is reached by the king's landing square and by the king onto its own
 * rook; the landing square stands for castling only where the king has no ordinary move to it.
 */
export function targetsOf(moves: readonly Move[], men: Placement): Targets {
  const targets = new Map<Source, Map<Square, string[]>>();
  const castlings: { from: Square; rook: Square; uci: string }[] = [];
  for (const move of moves) {
    const { uci } = move;
    if (uci[1] === '@') {
      add(targets, (uci[0] as string).toLowerCase(), squareOf(uci.slice(2, 4)), uci);
      continue;
    }
    const squares = moveSquares(uci);
    if (!squares) continue;
    const rook = rookOf(men, move);
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

function add(map: Map<Source, Map<Square, string[]>>, from: Source, to: Square, uci: string): void {
  if (to < 0) return;
  const reached = map.get(from) ?? new Map<Square, string[]>();
  map.set(from, reached);
  reached.set(to, [...(reached.get(to) ?? []), uci]);
}

/** The same without the squares that are hidden: nothing is ever shown there. */
export function withoutHidden(targets: Targets, hidden: ReadonlySet<Square> | null): Targets {
  if (!hidden || hidden.size === 0) return targets;
  const seen = new Map<Source, ReadonlyMap<Square, readonly string[]>>();
  for (const [from, reached] of targets) {
    seen.set(from, new Map([...reached].filter(([to]) => !hidden.has(to))));
  }
  return seen;
}
