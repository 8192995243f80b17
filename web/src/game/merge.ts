// Keeps a tab's picture of a game whole while news of it arrive in two ways: as answers to the
// tab's own commands and as live events. Numbers decide; nothing is applied twice or out of order.
import type {
  GameEvent,
  GameSnapshot,
  GameView,
  Happening_Rated,
  PlayedMove,
} from '../gen/chess/game/v1/game_pb';

/** A position as the server sent it. */
export interface Seen {
  readonly fen: string;
  /** The squares that the audience saw, one bit each from a1 on; null: all. */
  readonly visible: bigint | null;
}

export interface GameModel {
  /** What does not change: players, settings, the caller's side, the start position. */
  readonly facts: GameSnapshot;
  readonly view: GameView;
  /** The moves of the current line. */
  readonly moves: readonly PlayedMove[];
  /** Positions that the server sent, by ply; they win over positions worked out from moves. */
  readonly seen: ReadonlyMap<number, Seen>;
  readonly rated: Happening_Rated | null;
}

/** applied: the model is new. old: known already. gap: something is missing in between. */
export type Verdict = 'applied' | 'old' | 'gap';

export interface Merged {
  model: GameModel;
  verdict: Verdict;
}

/** The picture that a snapshot gives; null for a snapshot without a view, which no server sends. */
export function modelOf(snapshot: GameSnapshot): GameModel | null {
  const view = snapshot.view;
  if (!view) return null;
  return {
    facts: snapshot,
    view,
    moves: snapshot.moves,
    seen: new Map([[view.ply, seenIn(view)]]),
    rated: snapshot.rated ?? null,
  };
}

/** The position of a view. */
export function seenIn(view: GameView): Seen {
  return { fen: view.fen, visible: view.partial ? (view.visibleSquares ?? 0n) : null };
}

/** Adds positions that the server sent at other plies; what was there already stays. */
export function withSeen(model: GameModel, more: ReadonlyMap<number, Seen>): GameModel {
  return { ...model, seen: new Map([...more, ...model.seen]) };
}

/** Takes a live event in. */
export function mergeEvent(model: GameModel, event: GameEvent): Merged {
  if (event.seq <= model.view.seq) return { model: withRated(model, event), verdict: 'old' };
  if (event.seq > model.view.seq + 1n || !event.view) return { model, verdict: 'gap' };
  const next = mergeView(model, event.view);
  return next ? { model: withRated(next, event), verdict: 'applied' } : { model, verdict: 'gap' };
}

/** Takes the answer of one of the caller's own commands in. */
export function mergeAnswer(model: GameModel, seq: bigint, view: GameView | undefined): Merged {
  if (seq <= model.view.seq) return { model, verdict: 'old' };
  if (seq > model.view.seq + 1n || !view) return { model, verdict: 'gap' };
  const next = mergeView(model, view);
  return next ? { model: next, verdict: 'applied' } : { model, verdict: 'gap' };
}

function mergeView(model: GameModel, view: GameView): GameModel | null {
  const moves = mergeMoves(model.moves, view);
  if (!moves) return null;
  // What was seen through a mask is no record once the mask has fallen.
  const seen = new Map(model.view.partial && !view.partial ? [] : model.seen);
  for (const ply of seen.keys()) if (ply > view.ply) seen.delete(ply);
  seen.set(view.ply, seenIn(view));
  return { ...model, view, moves, seen };
}

/** The move list after a view: one move longer, the same, or shorter after a takeback. */
function mergeMoves(moves: readonly PlayedMove[], view: GameView): readonly PlayedMove[] | null {
  if (view.ply < moves.length) return moves.slice(0, view.ply);
  if (view.ply === moves.length) return moves;
  if (view.ply === moves.length + 1 && view.lastMove) return [...moves, view.lastMove];
  return null;
}

function withRated(model: GameModel, event: GameEvent): GameModel {
  for (const { kind } of event.happenings) {
    if (kind.case === 'rated') return { ...model, rated: kind.value };
    // Another result: what was rated counts no longer, unless a later event said so already.
    if (kind.case === 'resultAmended' && event.seq >= model.view.seq) {
      return { ...model, rated: null };
    }
  }
  return model;
}
