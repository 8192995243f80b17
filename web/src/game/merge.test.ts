import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  GameEventSchema,
  GameSnapshotSchema,
  GameViewSchema,
  type GameEvent,
  type GameView,
} from '../gen/chess/game/v1/game_pb';
import { mergeAnswer, mergeEvent, modelOf, withSeen, type GameModel } from './merge';

function view(seq: number, ply: number, san = ''): GameView {
  return create(GameViewSchema, {
    gameId: 'g',
    seq: BigInt(seq),
    ply,
    fen: `fen ${ply}`,
    ...(san ? { lastMove: { ply, san, uci: san } } : {}),
  });
}

function event(seq: number, ply: number, san = ''): GameEvent {
  return create(GameEventSchema, { gameId: 'g', seq: BigInt(seq), view: view(seq, ply, san) });
}

function model(seq: number, ...sans: string[]): GameModel {
  const moves = sans.map((san, i) => ({ ply: i + 1, san, uci: san }));
  return modelOf(create(GameSnapshotSchema, { view: view(seq, sans.length), moves }))!;
}

const sans = (m: GameModel) => m.moves.map((move) => move.san);

describe('merging news of a game', () => {
  it('appends the move of the next event', () => {
    const merged = mergeEvent(model(2, 'e4'), event(3, 2, 'e5'));
    expect(merged.verdict).toBe('applied');
    expect(sans(merged.model)).toEqual(['e4', 'e5']);
    expect(merged.model.seen.get(2)).toEqual({ fen: 'fen 2', visible: null });
  });

  it('drops an event that the answer to the own command has told before', () => {
    const answered = mergeAnswer(model(2, 'e4'), 3n, view(3, 2, 'e5')).model;
    const merged = mergeEvent(answered, event(3, 2, 'e5'));
    expect(merged.verdict).toBe('old');
    expect(sans(merged.model)).toEqual(['e4', 'e5']);
  });

  it('drops an answer that the stream has told before', () => {
    const told = mergeEvent(model(2, 'e4'), event(3, 2, 'e5')).model;
    expect(mergeAnswer(told, 3n, view(3, 2, 'e5'))).toEqual({ model: told, verdict: 'old' });
  });

  it('notices a missing event and leaves the picture as it was', () => {
    const before = model(2, 'e4');
    expect(mergeEvent(before, event(4, 3, 'Nf3'))).toEqual({ model: before, verdict: 'gap' });
    expect(mergeAnswer(before, 4n, view(4, 3, 'Nf3')).verdict).toBe('gap');
  });

  it('notices a view that is two plies ahead although its number fits', () => {
    expect(mergeEvent(model(2, 'e4'), event(3, 3, 'Nf3')).verdict).toBe('gap');
  });

  it('keeps the moves when something else than a move happened', () => {
    const merged = mergeEvent(model(3, 'e4', 'e5'), event(4, 2));
    expect(merged.verdict).toBe('applied');
    expect(sans(merged.model)).toEqual(['e4', 'e5']);
  });

  it('shortens the list and forgets later positions after a takeback', () => {
    const long = mergeEvent(model(2, 'e4'), event(3, 2, 'e5')).model;
    const merged = mergeEvent(long, event(4, 1));
    expect(sans(merged.model)).toEqual(['e4']);
    expect(merged.model.seen.has(2)).toBe(false);
  });

  it('takes the rating change also from an event that was known already', () => {
    const rated = event(2, 1);
    rated.happenings.push({
      $typeName: 'chess.game.v1.Happening',
      kind: { case: 'rated', value: { white: { before: 1500, after: 1512 } } as never },
    });
    expect(mergeEvent(model(2, 'e4'), rated).model.rated?.white?.after).toBe(1512);
  });

  it('forgets the rating change when the result was changed', () => {
    const rated = { ...model(2, 'e4'), rated: { white: { before: 1500, after: 1512 } } as never };
    const amended = event(3, 1);
    amended.happenings.push({
      $typeName: 'chess.game.v1.Happening',
      kind: { case: 'resultAmended', value: {} as never },
    });
    expect(mergeEvent(rated, amended).model.rated).toBeNull();
    const old = { ...amended, seq: 1n };
    expect(mergeEvent(rated, old).model.rated).not.toBeNull();
  });

  it('makes nothing of a snapshot without a view', () => {
    expect(modelOf(create(GameSnapshotSchema, {}))).toBeNull();
  });

  it('keeps what was seen of each position while part of it is hidden', () => {
    const first = event(3, 2, 'e5');
    first.view!.partial = true;
    first.view!.visibleSquares = 0xffffn;
    const { model: foggy } = mergeEvent(model(2, 'e4'), first);
    expect(foggy.seen.get(2)).toEqual({ fen: 'fen 2', visible: 0xffffn });
    expect(foggy.seen.size).toBe(2);
  });

  it('forgets what was seen through a mask when the mask has fallen', () => {
    const first = event(3, 2, 'e5');
    first.view!.partial = true;
    const { model: foggy } = mergeEvent(model(2, 'e4'), first);
    const { model: clear } = mergeEvent(foggy, event(4, 2));
    expect([...clear.seen.keys()]).toEqual([2]);
    expect(clear.seen.get(2)?.visible).toBeNull();
  });

  it('does not let a record overwrite what came with an event', () => {
    const more = new Map([
      [0, { fen: 'start', visible: null }],
      [1, { fen: 'other', visible: null }],
    ]);
    const filled = withSeen(model(2, 'e4'), more);
    expect(filled.seen.get(0)?.fen).toBe('start');
    expect(filled.seen.get(1)?.fen).toBe('fen 1');
  });
});
