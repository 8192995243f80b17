// Holds the one stream of live events of a browser and shares it between tabs. It runs in a
// SharedWorker, or inside the tab where there is none; it knows neither and touches no global.
import { create, toBinary } from '@bufbuild/protobuf';
import {
  TopicSchema,
  WatchResponseSchema,
  type Topic,
  type WatchResponse,
} from '../gen/chess/live/v1/live_service_pb';
import { backoffMs } from './backoff';
import type { ToHub, ToTab } from './messages';

/** A tab as the hub sees it. */
export interface Port {
  post(message: ToTab): void;
}

/** What the hub needs of the world. */
export interface HubTools {
  /** Opens a stream with these topics. */
  open(topics: Topic[], token: string, signal: AbortSignal): AsyncIterable<WatchResponse>;
  /** Answers a heartbeat; failures are of no interest. */
  pong(streamId: string, pingId: bigint, token: string): void;
  /** The pause a failed stream's error asks for, in milliseconds; 0: none. */
  waitHint(thrown: unknown): number;
  /** Whether the error is about who asks: the token, or the account. */
  isAboutSession(thrown: unknown): boolean;
  now(): number;
  random(): number;
  later(ms: number, run: () => void): () => void;
}

/** The server's heartbeat comes every 10 s; a stream without any sign for this long is dead. */
export const silenceMs = 25_000;
/** A tab that has not said anything for this long is gone (hidden tabs speak once a minute). */
export const absentMs = 150_000;
/** Topics wanted within this time become one new stream. */
const gatherMs = 15;
/** Most games in one stream; the server allows 64 topics. */
const mostGames = 60;

interface WatchedGame {
  cursor: bigint;
  ports: Set<Port>;
}

interface Stream {
  id: string;
  stop: AbortController;
  lastSign: number;
}

export class Hub {
  private readonly ports = new Map<Port, { heard: number }>();
  private readonly games = new Map<string, WatchedGame>();
  private token = '';
  private playerCursor = 0n;
  private current: Stream | null = null;
  private failures = 0;
  private connected = false;
  private cancelOpening: (() => void) | null = null;

  constructor(private readonly tools: HubTools) {
    this.watchdog();
  }

  /** Takes a tab's message. */
  receive(port: Port, message: ToHub): void {
    if (message.kind === 'bye') return this.drop(port);
    const known = this.ports.get(port);
    if (known) known.heard = this.tools.now();
    else if (message.kind !== 'hello') return port.post({ kind: 'forgotten' });
    if (message.kind === 'hello') this.hello(port, message.token);
    else if (message.kind === 'watch') this.watch(port, message.gameId, BigInt(message.afterSeq));
    else if (message.kind === 'unwatch') this.unwatch(port, message.gameId);
  }

  /** The network came back: try at once instead of waiting the pause out. */
  wake(): void {
    if (!this.connected && this.ports.size > 0) this.reopen(0);
  }

  private hello(port: Port, token: string): void {
    const fresh = !this.ports.has(port);
    this.ports.set(port, { heard: this.tools.now() });
    if (fresh) port.post({ kind: 'status', connected: this.connected });
    if (token === this.token && this.current) return;
    if (token !== this.token) {
      this.token = token;
      this.playerCursor = 0n;
    }
    this.reopen(gatherMs);
  }

  private watch(port: Port, gameId: string, afterSeq: bigint): void {
    let game = this.games.get(gameId);
    if (!game && this.games.size >= mostGames) return;
    if (!game) {
      game = { cursor: afterSeq, ports: new Set() };
      this.games.set(gameId, game);
      this.reopen(gatherMs);
    }
    game.ports.add(port);
    port.post({ kind: 'watching', gameId, cursor: String(game.cursor) });
  }

  private unwatch(port: Port, gameId: string): void {
    const game = this.games.get(gameId);
    if (!game) return;
    game.ports.delete(port);
    // The stream keeps the topic until it is opened for another reason; its events fall on nobody.
    if (game.ports.size === 0) this.games.delete(gameId);
  }

  private drop(port: Port): void {
    this.ports.delete(port);
    for (const gameId of [...this.games.keys()]) this.unwatch(port, gameId);
    if (this.ports.size === 0) this.close();
  }

  private close(): void {
    this.cancelOpening?.();
    this.cancelOpening = null;
    this.current?.stop.abort();
    this.current = null;
    this.setConnected(false);
  }

  private reopen(pause: number): void {
    this.cancelOpening?.();
    this.cancelOpening = this.tools.later(pause, () => {
      this.cancelOpening = null;
      void this.run();
    });
  }

  private topics(): Topic[] {
    const topics = [...this.games].map(([gameId, { cursor }]) =>
      create(TopicSchema, { kind: { case: 'game', value: { gameId, afterSeq: cursor } } }),
    );
    if (this.token) {
      const value = { afterSeq: this.playerCursor };
      topics.push(create(TopicSchema, { kind: { case: 'player', value } }));
    }
    return topics;
  }

  /** Opens a stream and reads it to its end; the one before it ends when the new one stands. */
  private async run(): Promise<void> {
    const topics = this.topics();
    if (topics.length === 0) return this.close();
    const previous = this.current;
    const stream: Stream = { id: '', stop: new AbortController(), lastSign: this.tools.now() };
    this.current = stream;
    let hint = 0;
    try {
      for await (const message of this.tools.open(topics, this.token, stream.stop.signal)) {
        stream.lastSign = this.tools.now();
        if (message.kind.case === 'hello') {
          previous?.stop.abort();
          this.failures = 0;
          if (this.current === stream) this.setConnected(true);
        }
        this.deliver(stream, message);
      }
    } catch (thrown) {
      hint = this.tools.waitHint(thrown);
      if (this.current === stream && this.tools.isAboutSession(thrown)) {
        for (const port of this.ports.keys()) port.post({ kind: 'doubted' });
      }
    }
    previous?.stop.abort();
    if (this.current !== stream) return; // Replaced or closed on purpose.
    this.current = null;
    this.setConnected(false);
    this.failures += 1;
    this.reopen(backoffMs(this.failures, this.tools.random(), hint));
  }

  private deliver(stream: Stream, message: WatchResponse): void {
    const kind = message.kind;
    if (kind.case === 'hello') {
      stream.id = kind.value.streamId;
      this.toAll(message);
    } else if (kind.case === 'heartbeat') {
      this.tools.pong(stream.id, kind.value.pingId, this.token);
      this.toAll(message);
    } else if (kind.case === 'snapshot') {
      const view = kind.value.view;
      if (view) this.toGame(view.gameId, message, view.seq, true);
    } else if (kind.case === 'gameEvent') {
      this.toGame(kind.value.gameId, message, kind.value.seq, false);
    } else if (kind.case === 'playerEvent') {
      if (kind.value.seq <= this.playerCursor) return;
      this.playerCursor = kind.value.seq;
      this.toAll(message);
    } else if (kind.case === 'topicEnded') {
      this.endTopic(kind.value.gameId, message);
    }
  }

  /** A snapshot sets the cursor, also backwards; an event that was delivered before is dropped. */
  private toGame(gameId: string, message: WatchResponse, seq: bigint, snapshot: boolean): void {
    const game = this.games.get(gameId);
    if (!game || (!snapshot && seq <= game.cursor)) return;
    game.cursor = seq;
    const bytes = toBinary(WatchResponseSchema, message);
    for (const port of game.ports) port.post({ kind: 'event', bytes });
  }

  private endTopic(gameId: string, message: WatchResponse): void {
    if (!gameId) return this.toAll(message);
    const game = this.games.get(gameId);
    if (!game) return;
    const bytes = toBinary(WatchResponseSchema, message);
    for (const port of game.ports) port.post({ kind: 'event', bytes });
    this.games.delete(gameId);
  }

  private toAll(message: WatchResponse): void {
    const bytes = toBinary(WatchResponseSchema, message);
    for (const port of this.ports.keys()) port.post({ kind: 'event', bytes });
  }

  private setConnected(connected: boolean): void {
    if (connected === this.connected) return;
    this.connected = connected;
    for (const port of this.ports.keys()) port.post({ kind: 'status', connected });
  }

  /** Ends a stream that has gone silent and forgets tabs that have. */
  private watchdog(): void {
    this.tools.later(5000, () => {
      const now = this.tools.now();
      for (const [port, { heard }] of this.ports) if (now - heard > absentMs) this.drop(port);
      if (this.current && now - this.current.lastSign > silenceMs) this.current.stop.abort();
      this.watchdog();
    });
  }
}
