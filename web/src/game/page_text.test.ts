import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, it, vi } from 'vitest';
import { Color } from '../gen/chess/common/v1/match_pb';
import {
  DraftingSchema,
  EndReason,
  GameResultSchema,
  GameViewSchema,
  PlayedMoveSchema,
} from '../gen/chess/game/v1/game_pb';
import type { Game } from './game.svelte';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('localStorage', { getItem: () => null });
const { hasPlaced, noticeText, spokenText, statusText } = await import('./page_text');

let game: { -readonly [key in keyof Game]?: unknown };

beforeEach(() => {
  const moves = [create(PlayedMoveSchema, { ply: 1, uci: 'e2e4', san: 'e4' })];
  const view = create(GameViewSchema, {});
  game = { model: { moves, view }, running: true, live: true, mySide: 'black', toMove: 'black' };
});

const asGame = () => game as unknown as Game;

it('says whose turn it is, and how long the first move may take', () => {
  expect(statusText(asGame(), 'Anna', null)).toContain('Anna');
  game.myTurn = true;
  const plain = statusText(asGame(), 'Anna', null);
  expect(plain).not.toContain('Anna');
  expect(statusText(asGame(), 'Anna', 17)).toContain('17');
  game.over = true;
  expect(statusText(asGame(), 'Anna', 17)).toBe('');
});

it('tells a screen reader the last move, check and the result', () => {
  const view = create(GameViewSchema, { checkers: ['e4'] });
  game.model = { ...(game.model as object), view };
  expect(spokenText(asGame(), 'Anna')).toMatch(/e4.*\. .*check/i);
  game.running = false;
  view.result = create(GameResultSchema, {
    score: '0-1',
    winner: Color.BLACK,
    reason: EndReason.RESIGNATION,
  });
  expect(spokenText(asGame(), 'Anna')).toMatch(/e4.*\. You won by resignation\./);
});

it('tells nobody of an army of their own that it is being placed', () => {
  expect(hasPlaced(asGame(), 'white')).toBeNull();
  game.drafting = true;
  const drafting = create(DraftingSchema, { whiteLocked: true });
  game.model = { moves: [], view: create(GameViewSchema, { drafting }) };
  expect(hasPlaced(asGame(), 'white')).toBe(true);
  expect(hasPlaced(asGame(), 'black')).toBeNull();
  game.mySide = 'white';
  expect(hasPlaced(asGame(), 'black')).toBe(false);
});

it('has a sentence for what happened besides moves', () => {
  expect(noticeText(asGame())).toBe('');
  game.notice = { kind: 'outage', ms: 1540 };
  expect(noticeText(asGame())).toContain('1.5');
});
