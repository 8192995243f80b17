// A result in words.
import { sideOfColor } from '../api/colors';
import type { Side } from '../board/square';
import { EndReason, OperatorCause, type GameResult } from '../gen/chess/game/v1/game_pb';
import type { Messages } from '../i18n/en';

export type Outcome = 'won' | 'lost' | 'draw' | 'aborted' | 'decided';

/** What a result is to a side; "decided" to somebody who did not play. */
export function outcomeFor(result: GameResult, side: Side | null): Outcome {
  if (result.score === '*') return 'aborted';
  const winner = sideOfColor(result.winner);
  if (!winner) return 'draw';
  if (!side) return 'decided';
  return winner === side ? 'won' : 'lost';
}

export function resultTitle(result: GameResult, side: Side | null, m: Messages): string {
  const outcome = outcomeFor(result, side);
  if (outcome !== 'decided') return m.result[outcome];
  return m.result.wins(sideOfColor(result.winner) ?? 'white');
}

function causeOf(cause: OperatorCause, m: Messages): string {
  const words = m.result.operatorCauses;
  switch (cause) {
    case OperatorCause.FAIR_PLAY:
      return words.fairPlay;
    case OperatorCause.MISCONDUCT:
      return words.misconduct;
    case OperatorCause.SERVER_FAULT:
      return words.serverFault;
    case OperatorCause.CORRECTION:
      return words.correction;
    default:
      return words.other;
  }
}

/** What follows the title to make it a sentence, its full stop included. */
export function resultRest(result: GameResult, m: Messages): string {
  const reason = joinedReason(result, m);
  return reason && `${reason}.`;
}

/** The reason alone, for lists. */
export function resultReason(result: GameResult, m: Messages): string {
  return joinedReason(result, m).replace(/^[\s:,]+/, '');
}

function joinedReason(result: GameResult, m: Messages): string {
  const words = m.result.reasons;
  const draw = result.score === '1/2-1/2';
  switch (result.reason) {
    case EndReason.CHECKMATE:
      return words.checkmate;
    case EndReason.STALEMATE:
      return words.stalemate;
    case EndReason.DEAD_POSITION:
      return words.deadPosition;
    case EndReason.REPETITION:
      return words.repetition;
    case EndReason.MOVE_COUNT:
      return words.moveCount;
    case EndReason.MOVE_LIMIT:
      return words.moveLimit;
    case EndReason.AGREEMENT:
      return words.agreement;
    case EndReason.RESIGNATION:
      return draw ? words.resignationDraw : words.resignation;
    case EndReason.TIMEOUT:
      return draw ? words.timeoutDraw : words.timeout;
    case EndReason.VARIANT:
      return (
        (draw ? m.result.variantDraws[result.variantEnd] : undefined) ??
        m.result.variantEnds[result.variantEnd] ??
        words.variant
      );
    case EndReason.FIRST_MOVE:
      return words.firstMove;
    case EndReason.ABORTED:
      return words.aborted;
    case EndReason.OPERATOR:
      return `${words.operator} (${causeOf(result.operatorCause, m)})`;
    default:
      return '';
  }
}
