// Live events as a tab uses them.
import { fromBinary } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { millisOf } from '../api/timestamps';
import type { GameEvent, GameSnapshot } from '../gen/chess/game/v1/game_pb';
import { WatchResponseSchema, type WatchResponse } from '../gen/chess/live/v1/live_service_pb';
import type { PlayerEvent } from '../gen/chess/lobby/v1/lobby_pb';
import { serverTime } from '../time/sync';
import { Hub } from './hub';
import type { ToHub, ToTab } from './messages';
import { hubTools } from './tools';

/** What the watcher of a game is told. */
export interface GameListener {
  event(event: GameEvent): void;
  snapshot(snapshot: GameSnapshot): void;
  /** The hub goes on after this number; whoever has less must load the game again. */
  watching(cursor: bigint): void;
  ended(reason: string): void;
  /** The last number the listener has, for telling a hub that has forgotten. */
  cursor(): bigint;
}

const aliveMs = 20_000;

export class Live {
  private send: (message: ToHub) => void = () => undefined;
  private token = '';
  private readonly games = new Map<string, GameListener>();
  private readonly playerListeners = new Set<(event: PlayerEvent) => void>();
  private readonly statusListeners = new Set<(connected: boolean) => void>();
  private readonly sessionEnded = new Set<() => void>();
  private readonly sessionDoubted = new Set<() => void>();

  /** Connects to the shared hub, or, where there can be none, to one of the tab's own. */
  start(token: string, transport: Transport, shared: boolean): void {
    this.token = token;
    const canShare = shared && typeof SharedWorker !== 'undefined';
    this.send = canShare ? this.sharedHub(transport) : this.ownHub(transport);
    this.send({ kind: 'hello', token });
    setInterval(() => this.send({ kind: 'alive' }), aliveMs);
    addEventListener('pagehide', () => this.send({ kind: 'bye' }));
    addEventListener('pageshow', (event) => {
      if (event.persisted) this.sayAll();
    });
  }

  /** The session changed. */
  setToken(token: string): void {
    this.token = token;
    this.send({ kind: 'hello', token });
  }

  watchGame(gameId: string, listener: GameListener): () => void {
    this.games.set(gameId, listener);
    this.send({ kind: 'watch', gameId, afterSeq: String(listener.cursor()) });
    return () => {
      if (this.games.get(gameId) !== listener) return;
      this.games.delete(gameId);
      this.send({ kind: 'unwatch', gameId });
    };
  }

  onPlayer(listener: (event: PlayerEvent) => void): () => void {
    this.playerListeners.add(listener);
    return () => this.playerListeners.delete(listener);
  }

  onStatus(listener: (connected: boolean) => void): () => void {
    this.statusListeners.add(listener);
    return () => this.statusListeners.delete(listener);
  }

  onSessionEnded(listener: () => void): () => void {
    this.sessionEnded.add(listener);
    return () => this.sessionEnded.delete(listener);
  }

  /** Something is said about the account that only a call can tell. */
  onSessionDoubted(listener: () => void): () => void {
    this.sessionDoubted.add(listener);
    return () => this.sessionDoubted.delete(listener);
  }

  private ownHub(transport: Transport): (message: ToHub) => void {
    const hub = new Hub(hubTools(transport));
    const port = { post: (message: ToTab) => queueMicrotask(() => this.receive(message)) };
    addEventListener('online', () => hub.wake());
    return (message) => hub.receive(port, message);
  }

  private sharedHub(transport: Transport): (message: ToHub) => void {
    const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: 'castellan-live',
    });
    // A worker that cannot be loaded must not leave the tab without events.
    const fallBack = () => {
      this.send = this.ownHub(transport);
      this.sayAll();
    };
    worker.addEventListener('error', fallBack, { once: true });
    worker.port.addEventListener('message', (e: MessageEvent<ToTab>) => this.receive(e.data));
    worker.port.start();
    return (message) => worker.port.postMessage(message);
  }

  private sayAll(): void {
    this.send({ kind: 'hello', token: this.token });
    for (const [gameId, listener] of this.games) {
      this.send({ kind: 'watch', gameId, afterSeq: String(listener.cursor()) });
    }
  }

  private receive(message: ToTab): void {
    if (message.kind === 'forgotten') this.sayAll();
    else if (message.kind === 'doubted') this.sessionDoubted.forEach((listener) => listener());
    else if (message.kind === 'status') this.statusListeners.forEach((l) => l(message.connected));
    else if (message.kind === 'watching') {
      this.games.get(message.gameId)?.watching(BigInt(message.cursor));
    } else {
      this.event(fromBinary(WatchResponseSchema, message.bytes));
    }
  }

  private event({ kind }: WatchResponse): void {
    if (kind.case === 'hello' || kind.case === 'heartbeat') {
      const time = millisOf(kind.value.serverTime);
      if (time !== null) serverTime.addOneWay(time);
    } else if (kind.case === 'gameEvent') {
      this.games.get(kind.value.gameId)?.event(kind.value);
    } else if (kind.case === 'snapshot') {
      this.games.get(kind.value.view?.gameId ?? '')?.snapshot(kind.value);
    } else if (kind.case === 'playerEvent') {
      const event = kind.value;
      this.playerListeners.forEach((listener) => listener(event));
      // One that names no session is about the account: banned, or closed.
      if (event.kind.case === 'sessionRevoked') {
        const concerned = event.kind.value.sessionId ? this.sessionEnded : this.sessionDoubted;
        concerned.forEach((listener) => listener());
      }
    } else if (kind.case === 'topicEnded') {
      if (kind.value.gameId) this.games.get(kind.value.gameId)?.ended(kind.value.reason);
      else if (kind.value.reason === 'TOKEN_INVALID') this.sessionEnded.forEach((l) => l());
    }
  }
}
