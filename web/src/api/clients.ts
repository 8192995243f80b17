// The clients of the public services, over gRPC-Web to the gateway that served the page.
import { createClient, type Client, type Interceptor, type Transport } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { ClockService } from '../gen/chess/clock/v1/clock_service_pb';
import { GameService } from '../gen/chess/game/v1/game_service_pb';
import { LiveService } from '../gen/chess/live/v1/live_service_pb';
import { IdentityService } from '../gen/chess/lobby/v1/identity_service_pb';
import { LobbyService } from '../gen/chess/lobby/v1/lobby_service_pb';
import { NoticeService } from '../gen/chess/lobby/v1/notice_service_pb';
import { PlayersService } from '../gen/chess/lobby/v1/players_service_pb';
import { RulesService } from '../gen/chess/rules/v1/rules_service_pb';
import { callErrorOf, type CallError } from './error';

export interface Clients {
  clock: Client<typeof ClockService>;
  game: Client<typeof GameService>;
  live: Client<typeof LiveService>;
  identity: Client<typeof IdentityService>;
  lobby: Client<typeof LobbyService>;
  notices: Client<typeof NoticeService>;
  players: Client<typeof PlayersService>;
  rules: Client<typeof RulesService>;
}

/** A unary call that has not answered after this time is given up (and, if it may be, repeated). */
const unaryTimeoutMs = 8000;

/** Names of methods that change nothing. */
const looksOnly = /^(Get|List)/;

/** Makes a transport to an origin, whose calls are made in the name of `callerOf`'s arguments. */
export function gatewayTransport(
  origin: string,
  token: () => string,
  refused: (error: CallError) => boolean = () => false,
): Transport {
  return createGrpcWebTransport({
    baseUrl: origin,
    interceptors: [callerOf(token, refused), timeLimit],
  });
}

/**
 * The token is asked for with every call that brings none of its own. `refused` hears of every unary
 * call that failed and says whether that was for the account: then a call that only looks is made
 * once more as nobody, since who is banned may look around.
 */
export function callerOf(token: () => string, refused: (error: CallError) => boolean): Interceptor {
  return (next) => async (request) => {
    const bearer = request.header.has('authorization') ? '' : token();
    if (bearer) request.header.set('authorization', `Bearer ${bearer}`);
    if (request.stream) return next(request);
    try {
      return await next(request);
    } catch (thrown) {
      const aboutAccount = refused(callErrorOf(thrown)) && bearer !== '';
      if (!aboutAccount || !looksOnly.test(request.method.name)) throw thrown;
      request.header.delete('authorization');
      return next(request).catch(() => {
        throw thrown;
      });
    }
  };
}

/** Streams have no deadline; unary calls have one of the client's own, never sent to the server. */
const timeLimit: Interceptor = (next) => async (request) => {
  if (request.stream) return next(request);
  const timer = new AbortController();
  const stop = setTimeout(() => timer.abort(new TypeError('no answer')), unaryTimeoutMs);
  try {
    return await Promise.race([
      next(request),
      new Promise<never>((_, reject) => {
        timer.signal.addEventListener('abort', () => reject(timer.signal.reason));
      }),
    ]);
  } finally {
    clearTimeout(stop);
  }
};

export function makeClients(transport: Transport): Clients {
  return {
    clock: createClient(ClockService, transport),
    game: createClient(GameService, transport),
    live: createClient(LiveService, transport),
    identity: createClient(IdentityService, transport),
    lobby: createClient(LobbyService, transport),
    notices: createClient(NoticeService, transport),
    players: createClient(PlayersService, transport),
    rules: createClient(RulesService, transport),
  };
}
