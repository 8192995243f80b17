// Games for the fake server: played with chess.js, told in the words of the public contract.
import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Chess } from 'chess.js';
import { Color, PlayerSchema, type Player } from '../gen/chess/common/v1/match_pb';
import {
  EndReason,
  GameEventSchema,
  GameResultSchema,
  GameSnapshotSchema,
  GameState,
  GameSummarySchema,
  GameViewSchema,
  HappeningSchema,
  LegalMoveSchema,
  PlayedMoveSchema,
  type GameEvent,
  type GameResult,
  type GameSnapshot,
  type GameSummary,
  type GameView,
  type Happening,
  type PlayedMove,
} from '../gen/chess/game/v1/game_pb';
import { posedGames } from './fake_poses';
import { defaultForm, settingsOf, type Pace } from '../lobby/settings';

export const me = create(PlayerSchema, {
  playerId: 'me',
  name: 'Rowan',
  guest: true,
  rating: 1512,
  provisional: true,
});
export const them = create(PlayerSchema, {
  playerId: 'them',
  name: 'Aurelia-7',
  guest: true,
  rating: 1634,
});

export class FakeGame {
  readonly chess = new Chess();
  readonly moves: PlayedMove[] = [];
  readonly events: GameEvent[] = [];
  readonly listeners = new Set<(event: GameEvent) => void>();
  seq = 1n;
  result: GameResult | null = null;
  offerBy = Color.UNSPECIFIED;
  left: Record<'w' | 'b', number>;
  rated = false;
  /** Says something else than the game that is really played here, for looking at other rules. */
  pose: Partial<GameView> = {};
  private changedAt = Date.now();
  private readonly created = Date.now() - 600_000;

  constructor(
    readonly id: string,
    readonly mine: Color,
    readonly pace: Pace | null = { minutes: 5, increment: 3 },
    readonly ruleSet = 'standard',
  ) {
    const ms = (pace?.minutes ?? 0) * 60_000;
    this.left = { w: ms, b: ms };
  }

  get white(): Player {
    return this.mine === Color.BLACK ? them : me;
  }
  get black(): Player {
    return this.mine === Color.BLACK ? me : them;
  }
  get toMove(): Color {
    return this.chess.turn() === 'w' ? Color.WHITE : Color.BLACK;
  }

  /** Plays a list of moves, each taking a few seconds, without telling anybody. */
  setUp(sans: string): this {
    for (const san of sans.split(' ')) {
      this.left[this.chess.turn()] -= 2000 + ((this.moves.length * 7919) % 9000);
      this.record(san);
    }
    return this;
  }

  play(move: string): void {
    if (this.moves.length >= 2) this.left[this.chess.turn()] -= Date.now() - this.changedAt;
    const played = this.record(move);
    if (this.chess.isCheckmate())
      this.end(this.toMove === Color.WHITE ? '0-1' : '1-0', EndReason.CHECKMATE);
    this.tell({ case: 'movePlayed', value: { move: played } as never });
  }

  private record(move: string): PlayedMove {
    const mover = this.chess.turn();
    const uci = /^[a-h][1-8][a-h][1-8]/.test(move);
    const done = this.chess.move(
      uci ? { from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] ?? 'q' } : move,
    );
    this.left[mover] += (this.pace?.increment ?? 0) * 1000;
    this.changedAt = Date.now();
    const played = create(PlayedMoveSchema, {
      ply: this.moves.length + 1,
      uci: done.from + done.to + (done.promotion ?? ''),
      san: done.san,
      ...(this.pace ? { clockMs: BigInt(Math.round(this.left[mover])) } : {}),
    });
    this.moves.push(played);
    this.seq += 1n;
    this.offerBy = Color.UNSPECIFIED;
    return played;
  }

  end(score: string, reason: EndReason): void {
    const winner =
      score === '1-0' ? Color.WHITE : score === '0-1' ? Color.BLACK : Color.UNSPECIFIED;
    this.result = create(GameResultSchema, {
      score,
      winner,
      reason,
      endTime: timestampFromMs(Date.now()),
    });
  }

  tell(kind: Happening['kind']): void {
    const happenings = [create(HappeningSchema, { kind } as never)];
    const event = create(GameEventSchema, {
      gameId: this.id,
      seq: this.seq,
      happenings,
      view: this.view(),
    });
    this.events.push(event);
    for (const listener of this.listeners) listener(event);
  }

  view(): GameView {
    const state = this.result ? GameState.FINISHED : GameState.RUNNING;
    const last = this.moves[this.moves.length - 1];
    const gone = (color: 'w' | 'b') =>
      this.chess
        .history({ verbose: true })
        .filter((m) => m.color === color && m.captured)
        .map((m) => m.captured)
        .join('');
    return create(GameViewSchema, {
      gameId: this.id,
      seq: this.seq,
      eventTime: timestampFromMs(this.changedAt),
      state,
      fen: this.chess.fen(),
      ply: this.moves.length,
      turn: this.moves.length + 1,
      toMove: this.toMove,
      ...(last ? { lastMove: last } : {}),
      checkers: this.chess.isCheck() ? ['e4'] : [],
      legalMoves: this.result
        ? []
        : this.chess
            .moves({ verbose: true })
            .map((m) => create(LegalMoveSchema, { uci: m.from + m.to + (m.promotion ?? '') })),
      ...(this.pace ? { clocks: this.clocks() } : {}),
      drawOfferBy: this.offerBy,
      ...(this.result ? { result: this.result } : {}),
      ...(this.moves.length < 2 && !this.result
        ? { firstMoveDeadline: timestampFromMs(this.changedAt + 25_000) }
        : {}),
      capturedByWhite: gone('w'),
      capturedByBlack: gone('b').toUpperCase(),
      ...(this.pose as object),
    });
  }

  private clocks() {
    const runs = this.moves.length >= 2 && !this.result;
    const face = (side: 'w' | 'b') => ({
      remainingMs: BigInt(Math.round(this.left[side])),
      ...(runs && this.chess.turn() === side
        ? { flagTime: timestampFromMs(Math.round(this.changedAt + this.left[side])) }
        : {}),
    });
    return { white: face('w'), black: face('b'), running: runs ? this.toMove : Color.UNSPECIFIED };
  }

  snapshot(): GameSnapshot {
    return create(GameSnapshotSchema, {
      view: this.view(),
      settings: settingsOf({
        ...defaultForm,
        pace: this.pace,
        ruleSet: this.ruleSet,
        color: 'random',
        rated: true,
      }),
      white: this.white,
      black: this.black,
      moves: this.moves,
      yourColor: this.mine,
      startFen: new Chess().fen(),
      speed: 'blitz',
      createTime: timestampFromMs(this.created),
      ...(this.rated
        ? { rated: { white: { before: 1512, after: 1548 }, black: { before: 1634, after: 1607 } } }
        : {}),
      serverTime: timestampFromMs(Date.now()),
    });
  }

  summary(age: number): GameSummary {
    const view = this.view();
    return create(GameSummarySchema, {
      gameId: this.id,
      white: this.white,
      black: this.black,
      settings: this.snapshot().settings!,
      state: view.state,
      ...(this.result ? { result: this.result } : {}),
      plies: this.moves.length,
      fen: view.fen,
      lastMove: view.lastMove?.uci ?? '',
      createTime: timestampFromMs(this.created - age * 3_600_000 * 7),
      yourColor: this.mine,
      speed: 'blitz',
    });
  }
}

const opera =
  'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 ' +
  'O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#';
const upTo = (plies: number) => opera.split(' ').slice(0, plies).join(' ');

/** The games that the fake server knows at the start, by id. */
export function sampleGames(): Map<string, FakeGame> {
  const own = new FakeGame('own', Color.WHITE).setUp(upTo(22));
  const theirs = new FakeGame('theirs', Color.WHITE).setUp(upTo(17));
  const fresh = new FakeGame(
    'fresh',
    Color.BLACK,
    { minutes: 3, increment: 2 },
    'king_of_the_hill',
  );
  const offer = new FakeGame('offer', Color.BLACK).setUp(upTo(13));
  offer.offerBy = Color.WHITE;
  const low = new FakeGame('low', Color.WHITE).setUp(upTo(28));
  low.left = { w: 9400, b: 31_000 };
  const promote = new FakeGame('promote', Color.WHITE, { minutes: 10, increment: 0 });
  promote.chess.load('8/4P1k1/8/8/8/5K2/8/8 w - - 0 1');
  const over = new FakeGame('over', Color.WHITE).setUp(opera);
  over.end('1-0', EndReason.CHECKMATE);
  over.rated = true;
  const drawn = new FakeGame('drawn', Color.BLACK, { minutes: 10, increment: 5 }, 'chess960').setUp(
    upTo(20),
  );
  drawn.end('1/2-1/2', EndReason.AGREEMENT);
  const lost = new FakeGame('lost', Color.BLACK, { minutes: 1, increment: 0 }).setUp(upTo(31));
  lost.end('1-0', EndReason.TIMEOUT);
  const all = [own, theirs, fresh, offer, low, promote, over, drawn, lost, ...posedGames()];
  return new Map(all.map((game) => [game.id, game]));
}
