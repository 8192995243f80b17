// The hub's view of the real world.
import { createClient, type Transport } from '@connectrpc/connect';
import { callErrorOf } from '../api/error';
import { LiveService } from '../gen/chess/live/v1/live_service_pb';
import type { HubTools } from './hub';

const aboutSession = new Set(['TOKEN_INVALID', 'ACCOUNT_BANNED', 'ACCOUNT_CLOSED']);

/** Hub tools over a transport; the token goes into the header of each call. */
export function hubTools(transport: Transport): HubTools {
  const live = createClient(LiveService, transport);
  const headers = (token: string): HeadersInit =>
    token ? { authorization: `Bearer ${token}` } : {};
  return {
    open: (topics, token, signal) => live.watch({ topics }, { signal, headers: headers(token) }),
    pong: (streamId, pingId, token) => {
      live.pong({ streamId, pingId }, { headers: headers(token) }).catch(() => undefined);
    },
    waitHint: (thrown) => callErrorOf(thrown).waitMs,
    isAboutSession: (thrown) => aboutSession.has(callErrorOf(thrown).reason),
    now: () => performance.now(),
    random: Math.random,
    later: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
