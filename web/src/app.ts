// The parts that the whole page shares. Made once, by main.ts, before anything is shown.
import type { Transport } from '@connectrpc/connect';
import { makeClients, type Clients } from './api/clients';
import { callErrorOf } from './api/error';
import { Live } from './live/live';
import { session } from './session/session.svelte';
import { keepServerTime } from './time/sync';

export interface App {
  clients: Clients;
  live: Live;
}

let made: App | null = null;

/** Starts the shared parts over a transport. */
export function startApp(transport: Transport, sharedLive: boolean): App {
  const clients = makeClients(transport);
  const live = new Live();
  session.start(clients);
  session.onChange((token) => live.setToken(token));
  live.onSessionEnded(() => session.expire());
  live.onSessionDoubted(() => {
    if (!session.token()) return;
    clients.identity.getSelf({}).catch((thrown: unknown) => {
      if (callErrorOf(thrown).reason === 'TOKEN_INVALID') session.expire();
    });
  });
  live.start(session.token(), transport, sharedLive);
  void keepServerTime(clients);
  made = { clients, live };
  return made;
}

export function app(): App {
  if (!made) throw new Error('startApp has not run');
  return made;
}
