import { create } from '@bufbuild/protobuf';
import { createRouterTransport } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import { makeClients } from '../api/clients';
import { GameSnapshotSchema, GameState, type GameView } from '../gen/chess/game/v1/game_pb';
import { GameService } from '../gen/chess/game/v1/game_service_pb';
import { RulesService } from '../gen/chess/rules/v1/rules_service_pb';
import { modelOf, withSeen, type GameModel } from './merge';
import { isPlain, missingPlies, positionsOf } from './positions';
import { positionAfter, seenBefore } from './record';
import { hiddenSquares } from './sight';

const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function model(fen: string, ucis: string[], view: Partial<GameView> = {}): GameModel {
  return modelOf(
    create(GameSnapshotSchema, {
      view: { gameId: 'g', seq: 9n, ply: ucis.length, fen, ...(view as object) },
      startFen,
      moves: ucis.map((uci, i) => ({ ply: i + 1, uci, san: uci })),
    }),
  )!;
}

const afterE4D5 = 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

describe('positions worked out by hand', () => {
  it('are the game where they lead to what the server shows', () => {
    expect(isPlain(model(afterE4D5, ['e2e4', 'd7d5']))).toBe(true);
  });

  it('are not where a capture had an effect', () => {
    const stolen = 'rnbqkbnr/ppp1pppp/8/3+P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2';
    expect(isPlain(model(stolen, ['e2e4', 'd7d5', 'e4d5']))).toBe(false);
  });

  it('are not where men go to a hand', () => {
    const taken = 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2';
    expect(isPlain(model(taken, ['e2e4', 'd7d5', 'e4d5']))).toBe(false);
  });

  it('are not where a move is hidden', () => {
    expect(isPlain(model(afterE4D5, ['e2e4', '']))).toBe(false);
  });

  it('give way to the server, ply by ply', () => {
    const m = model(afterE4D5, ['e2e4', '']);
    expect(missingPlies(m)).toEqual([0, 1]);
    const filled = withSeen(m, new Map([[1, { fen: '8/8/8/8/8/8/8/K6k b', visible: 0n }]]));
    expect(positionsOf(filled)[1]?.men[0]).toBe('K');
    expect(missingPlies(filled)).toEqual([0]);
  });
});

describe('the record of a game', () => {
  const event = (seq: number, ply: number, view: object = {}) => ({
    gameId: 'g',
    seq: BigInt(seq),
    view: { gameId: 'g', seq: BigInt(seq), ply, fen: `fen ${ply}`, ...view },
  });

  function clients(events: ReturnType<typeof event>[], asked: string[][] = []) {
    return makeClients(
      createRouterTransport(({ service }) => {
        service(GameService, {
          listEvents: ({ afterSeq }) => ({
            events: events.filter(({ seq }) => seq > afterSeq).slice(0, 2),
            lastSeq: events[events.length - 1]?.seq ?? 0n,
          }),
        });
        service(RulesService, {
          getLegalMoves: ({ moves, fen }) => {
            asked.push([fen, ...moves]);
            return { fen: 'told' };
          },
        });
      }),
    );
  }

  it('is read page by page', async () => {
    const all = [event(1, 0), event(2, 1), event(3, 2), event(4, 2), event(5, 3)];
    const seen = await seenBefore(clients(all), model('fen 3', ['a', 'b', 'c']));
    expect([...seen].map(([ply, { fen }]) => [ply, fen])).toEqual([
      [0, 'fen 0'],
      [1, 'fen 1'],
      [2, 'fen 2'],
      [3, 'fen 3'],
    ]);
  });

  it('keeps what was hidden while the game runs, and not when it is over', async () => {
    const all = [event(1, 0), event(2, 1, { partial: true, visibleSquares: 3n })];
    const running = await seenBefore(clients(all), model('fen 1', ['']));
    expect(running.get(1)?.visible).toBe(3n);
    const over = model('fen 1', ['e2e4'], { state: GameState.FINISHED });
    expect((await seenBefore(clients(all), over)).has(1)).toBe(false);
  });

  it('of a game that is over is asked of the rules', async () => {
    const asked: string[][] = [];
    const over = model('end', ['e2e4', 'd7d5'], { state: GameState.FINISHED });
    const seen = await positionAfter(clients([], asked), over, 1);
    expect(seen).toEqual({ fen: 'told', visible: null });
    expect(asked).toEqual([[startFen, 'e2e4']]);
  });

  it('of a running game with hidden moves is not to be had', async () => {
    expect(await positionAfter(clients([]), model('now', ['e2e4', '']), 2)).toBeNull();
  });
});

describe('the fog', () => {
  it('lies where no bit is set', () => {
    const hidden = hiddenSquares({ fen: '', visible: 0xffff_ffff_ffff_fffen })!;
    expect([...hidden]).toEqual([0]);
    expect(hiddenSquares({ fen: '', visible: 0n })?.size).toBe(64);
  });

  it('is nowhere in an open game', () => {
    expect(hiddenSquares({ fen: '', visible: null })).toBeNull();
    expect(hiddenSquares(undefined)).toBeNull();
  });
});
