// What the page of a game says of it, in words.
import { otherSide, type Side } from '../board/square';
import type { PlayedMove } from '../gen/chess/game/v1/game_pb';
import { i18n } from '../i18n/i18n.svelte';
import { prices } from './army';
import type { Draft } from './draft.svelte';
import type { Game } from './game.svelte';
import { moveText } from './move_text';
import { resultRest, resultTitle } from './result_text';

/** How the game stands; empty: it is over, or nothing is known. */
export function statusText(game: Game, opponent: string, firstMoveSeconds: number | null): string {
  const m = i18n.m.game;
  const view = game.model?.view;
  if (!view || game.over) return '';
  if (game.readying) return m.readying;
  if (game.drafting) {
    const { draft } = game;
    if (!draft) return m.draftWatching;
    if (draft.locked) return m.draftWaiting(opponent);
    return draft.complete ? m.drafting : m.draftingKing;
  }
  if (view.brain && game.bonds?.brain?.thinking) return m.brainThinking;
  if (game.pending) return m.sending;
  if (firstMoveSeconds !== null && game.myTurn) return m.firstMove(firstMoveSeconds);
  if (game.myTurn) return m.yourTurn;
  if (game.mySide) return m.theirTurn(opponent);
  if (view.partial) return m.fogWatching;
  return game.toMove ? m.toMove(game.toMove) : '';
}

/** What a screen reader hears of the game: the last move, check, the result. */
export function spokenText(game: Game, opponent: string): string {
  const { model, draft } = game;
  if (!model) return '';
  if (draft) return hasPlaced(game, otherSide(draft.side)) ? i18n.m.draft.theyLocked(opponent) : '';
  const { result, checkers } = model.view;
  const parts: string[] = [];
  const last = model.moves[model.moves.length - 1];
  if (last) parts.push(movedText(last.ply % 2 === 1 ? 'white' : 'black', last));
  const kinds = game.live ? spokenKinds(game) : '';
  if (kinds) parts.push(kinds);
  if (checkers.length > 0 && game.running) parts.push(i18n.m.game.check);
  if (result) parts.push(resultTitle(result, game.mySide, i18n.m) + resultRest(result, i18n.m));
  return parts.join('. ');
}

function movedText(side: Side, move: PlayedMove): string {
  if (!move.san && !move.seenFrom && !move.seenTo) return i18n.m.game.hiddenMoved(side);
  return i18n.m.board.moved(side, moveText(move));
}

/** What dice and brain say. */
function spokenKinds(game: Game): string {
  const m = i18n.m.game;
  const words: string[] = [];
  const say = (kinds: readonly string[]) => kinds.map((kind) => i18n.m.board.kind(kind));
  const { roll, brain } = game.bonds ?? { roll: null, brain: null };
  if (roll) words.push(`${m.mayMove}: ${say(roll).join(', ')}`);
  if (brain?.kind) words.push(`${m.brainSays}: ${say([brain.kind]).join('')}`);
  return words.join('. ');
}

/** Whether a side has locked its army; null: nothing is to be said of it. */
export function hasPlaced(game: Game, side: Side): boolean | null {
  const drafting = game.drafting ? game.model?.view.drafting : undefined;
  if (!drafting) return null;
  const locked = side === 'white' ? drafting.whiteLocked : drafting.blackLocked;
  return locked || side !== game.mySide ? locked : null;
}

/** A man of the palette and what it costs. */
export function priceText(draft: Draft, kind: string): string {
  const price = prices[kind] ?? 0;
  const text = i18n.m.draft.price(i18n.m.board.kind(kind), price);
  return !draft.locked && draft.left < price ? `${text}. ${i18n.m.draft.tooDear}` : text;
}

/** What has just happened besides moves, or was refused; empty: nothing. */
export function noticeText(game: Game): string {
  const { notice } = game;
  if (!notice) return '';
  const m = i18n.m.game;
  if (notice.kind === 'error') return i18n.error(notice.error);
  if (notice.kind === 'drawDeclined') return m.drawDeclined;
  if (notice.kind === 'drawWithdrawn') return m.drawWithdrawn;
  return m.outage((notice.ms / 1000).toFixed(1));
}
