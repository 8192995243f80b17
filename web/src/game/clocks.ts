// What both clocks show: now, from the view and the server's time, or at an earlier ply.
import { millisOf } from '../api/timestamps';
import type { Side } from '../board/square';
import type { TimeControl } from '../gen/chess/common/v1/match_pb';
import type { GameView, PlayedMove } from '../gen/chess/game/v1/game_pb';
import type { GameModel } from './merge';

export interface ClockReading {
  ms: number;
  running: boolean;
}

/** Time at the start of the game, in milliseconds; null without a clock. */
export function initialMs(control: TimeControl | undefined): number | null {
  const stage = control?.stages[0];
  if (stage) return Number(stage.timeMs);
  if (control && control.byoyomiPeriods > 0) return Number(control.byoyomiMs);
  return null;
}

export function controlOf(model: GameModel, side: Side): TimeControl | undefined {
  const settings = model.facts.settings;
  return (side === 'black' && settings?.blackTimeControl) || settings?.timeControl;
}

/** A clock at a server time; null without clocks. A running clock never shows more than it had. */
export function readClock(view: GameView, side: Side, serverNow: number): ClockReading | null {
  const face = view.clocks?.[side];
  if (!face) return null;
  const left = Number(face.remainingMs);
  const flag = millisOf(face.flagTime);
  if (flag === null) return { ms: left, running: false };
  return { ms: Math.max(0, Math.min(left, flag - serverNow)), running: true };
}

/** What a side's clock showed after a ply; null without clocks. */
export function clockAtPly(
  moves: readonly PlayedMove[],
  control: TimeControl | undefined,
  side: Side,
  ply: number,
): number | null {
  for (let i = ply - 1; i >= 0; i--) {
    const move = moves[i];
    const mover: Side = (move?.ply ?? i + 1) % 2 === 1 ? 'white' : 'black';
    if (move && mover === side && move.clockMs !== undefined) return Number(move.clockMs);
  }
  return initialMs(control);
}
