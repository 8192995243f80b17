// A small server inside the page, for looking at the client while no services run and for tests of
// the parts that talk to one. It knows one player and an opponent who answers with any legal move.
import { create } from '@bufbuild/protobuf';
import { timestampFromMs, timestampNow } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createRouterTransport, type Transport } from '@connectrpc/connect';
import { ClockService } from '../gen/chess/clock/v1/clock_service_pb';
import { Color } from '../gen/chess/common/v1/match_pb';
import { EndReason, GameState, type GameEvent } from '../gen/chess/game/v1/game_pb';
import { GameFilter, GameService } from '../gen/chess/game/v1/game_service_pb';
import {
  LiveService,
  WatchResponseSchema,
  type WatchResponse,
} from '../gen/chess/live/v1/live_service_pb';
import { IdentityService } from '../gen/chess/lobby/v1/identity_service_pb';
import { ChallengeSchema, ChallengeState, type Challenge } from '../gen/chess/lobby/v1/lobby_pb';
import { LobbyService } from '../gen/chess/lobby/v1/lobby_service_pb';
import { NoticeService } from '../gen/chess/lobby/v1/notice_service_pb';
import { PlayersService } from '../gen/chess/lobby/v1/players_service_pb';
import { RulesService } from '../gen/chess/rules/v1/rules_service_pb';
import { ErrorInfoSchema } from '../gen/google/rpc/error_details_pb';
import { fakeRules } from './fake_rules';
import { FakeGame, me, sampleGames, them } from './fake_games';

const answerMs = 900;

function failure(code: Code, reason: string): ConnectError {
  const detail = { desc: ErrorInfoSchema, value: { reason, domain: 'castellan', metadata: {} } };
  return new ConnectError(reason, code, undefined, [detail]);
}

function sampleNotices() {
  const untilTime = timestampFromMs(Date.now() + 2 * 3_600_000);
  return [
    { noticeId: 3n, severity: 3, text: 'Games stop at 18:00 UTC; they go on with their clocks.' },
    {
      noticeId: 2n,
      severity: 2,
      text: 'Maintenance at 18:00 UTC: games go on, new ones wait a minute.',
      untilTime,
    },
    { noticeId: 1n, severity: 1, text: 'New: draft chess. Buy an army and place it in secret.' },
  ];
}

class FakeServer {
  readonly games = sampleGames();
  readonly playerListeners = new Set<(response: WatchResponse) => void>();
  playerSeq = 0n;

  game(id: string): FakeGame {
    const game = this.games.get(id);
    if (!game) throw failure(Code.NotFound, 'GAME_NOT_FOUND');
    return game;
  }

  play(id: string, move: string) {
    const game = this.game(id);
    if (game.toMove !== game.mine) throw failure(Code.FailedPrecondition, 'NOT_YOUR_TURN');
    game.play(move);
    const answer = { seq: game.seq, view: game.view() };
    if (!game.result) setTimeout(() => this.reply(game), answerMs);
    return answer;
  }

  private reply(game: FakeGame): void {
    const moves = game.chess.moves();
    const move = moves[Math.floor(Math.random() * moves.length)];
    if (move && !game.result) game.play(move);
  }

  act(
    id: string,
    change: (game: FakeGame) => void,
    kind: 'drawOffered' | 'drawDeclined' | 'drawWithdrawn' | 'ended' | 'draftLocked',
  ) {
    const game = this.game(id);
    change(game);
    game.seq += 1n;
    game.tell({ case: kind, value: {} as never });
    return { seq: game.seq, view: game.view() };
  }

  challenge(code: string, opponent: boolean, state = ChallengeState.OPEN): Challenge {
    return create(ChallengeSchema, {
      challengeId: 'c1',
      challenger: me,
      ...(opponent ? { opponent: them } : {}),
      settings: this.game('own').snapshot().settings!,
      state,
      code,
      gameId: state === ChallengeState.OPEN ? '' : 'fresh',
      createTime: timestampNow(),
      expireTime: timestampFromMs(Date.now() + 900_000),
    });
  }

  tellPlayer(challenge: Challenge): void {
    this.playerSeq += 1n;
    const value = {
      seq: this.playerSeq,
      eventTime: timestampNow(),
      kind: { case: 'challenge', value: challenge },
    };
    const kind = { case: 'playerEvent', value } as never;
    for (const listener of this.playerListeners) listener(create(WatchResponseSchema, { kind }));
  }
}

/** A transport to a server of its own. */
export function fakeTransport(): Transport {
  const server = new FakeServer();
  const decide = (score: string, reason: EndReason) => (game: FakeGame) => game.end(score, reason);
  const loss = (game: FakeGame) => (game.mine === Color.WHITE ? '0-1' : '1-0');
  return createRouterTransport(({ service }) => {
    service(ClockService, { getTime: () => ({ serverTime: timestampNow() }) });
    service(IdentityService, {
      createGuest: ({ name }) => ({ player: { ...me, name: name || me.name }, token: 'token' }),
      getSelf: () => ({ player: me }),
      signOut: () => ({}),
    });
    service(NoticeService, {
      // Only where the address says ?notices.
      getNotices: () => ({ notices: location.search.includes('notices') ? sampleNotices() : [] }),
    });
    service(PlayersService, {
      getPlayer: () => ({
        player: me,
        createTime: timestampFromMs(Date.now() - 40 * 86_400_000),
        ratings: [
          { family: 'standard', speed: 'blitz', rating: 1548, games: 23 },
          { family: 'standard', speed: 'rapid', rating: 1601.4, games: 9, provisional: true },
          { family: 'king_of_the_hill', speed: 'blitz', rating: 1433, games: 4, provisional: true },
        ],
      }),
    });
    service(RulesService, {
      listRules: () => ({ rules: fakeRules }),
      checkRuleSet: ({ ruleSet }) => ({ playable: true, ruleSet, rateable: true }),
      getLegalMoves: ({ fen }) => ({ fen }),
    });
    service(GameService, {
      ready: ({ gameId }) => ({ seq: server.game(gameId).seq, view: server.game(gameId).view() }),
      setDraft: ({ gameId }) => ({
        seq: server.game(gameId).seq,
        view: server.game(gameId).view(),
      }),
      lockDraft: ({ gameId }) =>
        server.act(
          gameId,
          (game) => {
            if (game.pose.drafting) game.pose.drafting.whiteLocked = true;
          },
          'draftLocked',
        ),
      getGame: ({ gameId }) => ({ game: server.game(gameId).snapshot() }),
      listEvents: ({ gameId, afterSeq }) => ({
        events: server.game(gameId).events.filter((event) => event.seq > afterSeq),
        lastSeq: server.game(gameId).seq,
      }),
      listGames: ({ filter, page }) => {
        const wanted = [...server.games.values()].filter((game) => {
          if (filter === GameFilter.RUNNING) return game.view().state === GameState.RUNNING;
          return filter === GameFilter.FINISHED ? game.result !== null : true;
        });
        const from = Number(page?.pageToken || 0);
        const end = from + Math.min(page?.pageSize || 20, 6);
        return {
          games: wanted.slice(from, end).map((game, i) => game.summary(from + i)),
          page: { nextPageToken: end < wanted.length ? String(end) : '' },
        };
      },
      playMove: ({ gameId, move }) => server.play(gameId, move),
      resign: ({ gameId }) =>
        server.act(gameId, (game) => game.end(loss(game), EndReason.RESIGNATION), 'ended'),
      offerDraw: ({ gameId }) =>
        server.act(gameId, (game) => (game.offerBy = game.mine), 'drawOffered'),
      acceptDraw: ({ gameId }) =>
        server.act(gameId, decide('1/2-1/2', EndReason.AGREEMENT), 'ended'),
      declineDraw: ({ gameId }) =>
        server.act(gameId, (game) => (game.offerBy = Color.UNSPECIFIED), 'drawDeclined'),
      withdrawDraw: ({ gameId }) =>
        server.act(gameId, (game) => (game.offerBy = Color.UNSPECIFIED), 'drawWithdrawn'),
      claimDraw: ({ gameId }) =>
        server.act(gameId, decide('1/2-1/2', EndReason.REPETITION), 'ended'),
      abort: ({ gameId }) => server.act(gameId, decide('*', EndReason.ABORTED), 'ended'),
      exportPgn: ({ gameId }) => ({ pgn: server.game(gameId).chess.pgn() }),
    });
    service(LobbyService, {
      listChallenges: () => ({ challenges: [] }),
      createCode: () => ({ challenge: server.challenge('K7P4XM', false) }),
      createChallenge: ({ opponentName }) => {
        if (opponentName === me.name) throw failure(Code.InvalidArgument, 'CHALLENGE_SELF');
        const incoming = {
          ...server.challenge('', true),
          challengeId: 'c2',
          challenger: them,
          opponent: me,
        };
        setTimeout(() => server.tellPlayer(incoming), 1500);
        return { challenge: server.challenge('', true) };
      },
      cancelChallenge: () => ({ challenge: server.challenge('', false, ChallengeState.CANCELLED) }),
      declineChallenge: () => ({ challenge: server.challenge('', false, ChallengeState.DECLINED) }),
      acceptChallenge: () => ({ challenge: server.challenge('', true, ChallengeState.STARTED) }),
      getInvite: ({ code }) => {
        if (code !== 'K7P4XM') throw failure(Code.NotFound, 'CODE_NOT_FOUND');
        return { challenge: { ...server.challenge(code, false), challenger: them } };
      },
      joinCode: ({ code }) => {
        if (code !== 'K7P4XM') throw failure(Code.NotFound, 'CODE_NOT_FOUND');
        return { challenge: server.challenge(code, true, ChallengeState.STARTED) };
      },
    });
    service(LiveService, {
      pong: () => ({ roundTripMs: 1 }),
      watch: (request, context) => watch(server, request.topics, context.signal),
    });
  });
}

type Topics = Parameters<typeof topicGames>[0];

function topicGames(
  topics: readonly { kind: { case?: string | undefined; value?: unknown } }[],
): string[] {
  return topics.flatMap(({ kind }) =>
    kind.case === 'game' ? [(kind.value as { gameId: string }).gameId] : [],
  );
}

async function* watch(
  server: FakeServer,
  topics: Topics,
  signal: AbortSignal,
): AsyncGenerator<WatchResponse> {
  const queue: WatchResponse[] = [];
  let wake: () => void = () => undefined;
  const push = (response: WatchResponse) => {
    queue.push(response);
    wake();
  };
  const say = (kind: unknown) => push(create(WatchResponseSchema, { kind: kind as never }));
  say({
    case: 'hello',
    value: { streamId: 's', playerId: me.playerId, serverTime: timestampNow() },
  });
  const onEvent = (event: GameEvent) => say({ case: 'gameEvent', value: event });
  const games = topicGames(topics).flatMap((id) => server.games.get(id) ?? []);
  for (const game of games) game.listeners.add(onEvent);
  server.playerListeners.add(push);
  const beat = setInterval(
    () => say({ case: 'heartbeat', value: { pingId: 1n, serverTime: timestampNow() } }),
    10_000,
  );
  signal.addEventListener('abort', () => wake());
  try {
    while (!signal.aborted) {
      for (let next = queue.shift(); next; next = queue.shift()) yield next;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearInterval(beat);
    for (const game of games) game.listeners.delete(onEvent);
    server.playerListeners.delete(push);
  }
}
