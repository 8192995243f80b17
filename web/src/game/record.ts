// Fetches positions of earlier plies where moving men by hand does not give them.
import type { Clients } from '../api/clients';
import { readLimits, repeat } from '../api/retry';
import { GameState } from '../gen/chess/game/v1/game_pb';
import { seenIn, type GameModel, type Seen } from './merge';

const pageSize = 100;

/**
 * The positions that the caller saw when they arose. Of a game that is over, what was hidden then
 * is left out: there is a whole position to be had.
 */
export async function seenBefore(
  clients: Clients,
  model: GameModel,
): Promise<ReadonlyMap<number, Seen>> {
  const seen = new Map<number, Seen>();
  const over = isOver(model);
  const { gameId } = model.view;
  for (let afterSeq = 0n; ;) {
    const call = () => clients.game.listEvents({ gameId, afterSeq, limit: pageSize });
    const { events, lastSeq } = await repeat(call, readLimits);
    for (const { view } of events) {
      if (view && !(over && view.partial)) seen.set(view.ply, seenIn(view));
    }
    const last = events[events.length - 1]?.seq ?? lastSeq;
    if (last >= lastSeq || last <= afterSeq) return seen;
    afterSeq = last;
  }
}

/** The position after a ply of a game that is over, by the server's rules; null: not to be had. */
export async function positionAfter(
  clients: Clients,
  model: GameModel,
  ply: number,
): Promise<Seen | null> {
  const moves = model.moves.slice(0, ply).map((move) => move.uci);
  if (!isOver(model) || moves.some((uci) => uci === '')) return null;
  const request = {
    ruleSet: model.facts.settings?.ruleSet ?? '',
    fen: model.seen.get(0)?.fen ?? model.facts.startFen,
    moves,
  };
  const { fen } = await repeat(() => clients.rules.getLegalMoves(request), readLimits);
  return { fen, visible: null };
}

export function isOver(model: GameModel): boolean {
  const { state } = model.view;
  return state === GameState.FINISHED || state === GameState.ABORTED;
}
