import { create, fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  WatchResponseSchema,
  type Topic,
  type WatchResponse,
} from '../gen/chess/live/v1/live_service_pb';
import { backoffMs } from './backoff';
import { absentMs, Hub, silenceMs, type HubTools, type Port } from './hub';
import type { ToTab } from './messages';

/** A stream that the test feeds by hand. */
class FakeStream implements AsyncIterable<WatchResponse> {
  aborted = false;
  private queue: (WatchResponse | Error | null)[] = [];
  private wake: () => void = () => undefined;

  constructor(
    readonly topics: Topic[],
    readonly token: string,
    signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => {
      this.aborted = true;
      this.put(null);
    });
  }

  send(kind: unknown): void {
    this.put(create(WatchResponseSchema, { kind: kind as never }));
  }
  hello(): void {
    this.send({ case: 'hello', value: { streamId: 's', playerId: 'p' } });
  }
  event(gameId: string, seq: number): void {
    this.send({ case: 'gameEvent', value: { gameId, seq: BigInt(seq) } });
  }
  fail(error = new Error('gone')): void {
    this.put(error);
  }

  private put(item: WatchResponse | Error | null): void {
    this.queue.push(item);
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<WatchResponse> {
    for (;;) {
      const item = this.queue.shift();
      if (item === null) return;
      if (item instanceof Error) throw item;
      if (item) yield item;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

class Refused extends Error {}

/** A hub in a world whose time the test moves. */
class World implements HubTools {
  streams: FakeStream[] = [];
  pongs: bigint[] = [];
  hint = 0;
  time = 0;
  private timers: { at: number; run: () => void }[] = [];
  open = (topics: Topic[], token: string, signal: AbortSignal) => {
    const stream = new FakeStream(topics, token, signal);
    this.streams.push(stream);
    return stream;
  };
  pong = (_id: string, pingId: bigint) => void this.pongs.push(pingId);
  waitHint = () => this.hint;
  isAboutSession = (thrown: unknown) => thrown instanceof Refused;
  now = () => this.time;
  random = () => 1;
  later = (ms: number, run: () => void) => {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((t) => t !== timer));
  };
  readonly hub = new Hub(this);

  /** Moves the time and lets everything that is due happen. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const due = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.timers = this.timers.filter((t) => t !== due);
      this.time = Math.max(this.time, due.at);
      due.run();
    }
    this.time = end;
    await settle();
  }

  get last(): FakeStream {
    return this.streams[this.streams.length - 1]!;
  }
}

const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

class Tab implements Port {
  messages: ToTab[] = [];
  post(message: ToTab): void {
    this.messages.push(message);
  }
  /** Numbers of the game events that arrived. */
  seqs(): number[] {
    return this.messages.flatMap((m) => {
      if (m.kind !== 'event') return [];
      const { kind } = fromBinary(WatchResponseSchema, m.bytes);
      return kind.case === 'gameEvent' ? [Number(kind.value.seq)] : [];
    });
  }
}

async function watching(gameId = 'g', afterSeq = '5'): Promise<{ world: World; tab: Tab }> {
  const world = new World();
  const tab = new Tab();
  world.hub.receive(tab, { kind: 'hello', token: 't' });
  world.hub.receive(tab, { kind: 'watch', gameId, afterSeq });
  await world.pass(50);
  world.last.hello();
  await settle();
  return { world, tab };
}

const gameCursor = (stream: FakeStream) =>
  stream.topics.flatMap((t) => (t.kind.case === 'game' ? [Number(t.kind.value.afterSeq)] : []));

describe('the hub', () => {
  it('gathers what the tabs want into one stream', async () => {
    const { world } = await watching();
    expect(world.streams).toHaveLength(1);
    expect(world.last.topics.map((t) => t.kind.case)).toEqual(['game', 'player']);
    expect(world.last.token).toBe('t');
  });

  it('delivers events to every tab that watches the game, once', async () => {
    const { world, tab } = await watching();
    const other = new Tab();
    world.hub.receive(other, { kind: 'hello', token: 't' });
    world.hub.receive(other, { kind: 'watch', gameId: 'g', afterSeq: '5' });
    world.last.event('g', 6);
    world.last.event('g', 6);
    world.last.event('g', 7);
    await settle();
    expect(tab.seqs()).toEqual([6, 7]);
    expect(other.seqs()).toEqual([6, 7]);
    expect(world.streams).toHaveLength(1);
  });

  it('tells a tab that comes later where the stream stands', async () => {
    const { world } = await watching();
    world.last.event('g', 6);
    await settle();
    const late = new Tab();
    world.hub.receive(late, { kind: 'hello', token: 't' });
    world.hub.receive(late, { kind: 'watch', gameId: 'g', afterSeq: '2' });
    expect(late.messages).toContainEqual({ kind: 'watching', gameId: 'g', cursor: '6' });
  });

  it('comes back with its cursor after the stream broke', async () => {
    const { world, tab } = await watching();
    world.last.event('g', 6);
    await settle();
    world.last.fail();
    await world.pass(1000);
    expect(world.streams).toHaveLength(2);
    expect(gameCursor(world.last)).toEqual([6]);
    world.last.hello();
    world.last.event('g', 7);
    await settle();
    expect(tab.seqs()).toEqual([6, 7]);
    const status = tab.messages.flatMap((m) => (m.kind === 'status' ? [m.connected] : []));
    expect(status).toEqual([false, true, false, true]);
  });

  it('keeps the old stream until the one with the new topic stands, and loses nothing', async () => {
    const { world, tab } = await watching();
    world.hub.receive(tab, { kind: 'watch', gameId: 'h', afterSeq: '0' });
    await world.pass(50);
    const [old, fresh] = world.streams as [FakeStream, FakeStream];
    expect(old.aborted).toBe(false);
    old.event('g', 6);
    await settle();
    fresh.hello();
    fresh.event('g', 6);
    fresh.event('g', 7);
    await settle();
    expect(old.aborted).toBe(true);
    expect(tab.seqs()).toEqual([6, 7]);
  });

  it('keeps the pause that a draining server asks for', async () => {
    const { world } = await watching();
    world.hint = 3000;
    world.last.fail();
    await world.pass(2900);
    expect(world.streams).toHaveLength(1);
    await world.pass(200);
    expect(world.streams).toHaveLength(2);
  });

  it('gives up a stream without a sign of life', async () => {
    const { world } = await watching();
    const silent = world.last;
    await world.pass(silenceMs + 6000);
    expect(silent.aborted).toBe(true);
    expect(world.streams.length).toBeGreaterThan(1);
  });

  it('tells the tabs when a stream is refused for who asks, and only then', async () => {
    const { world, tab } = await watching();
    world.last.fail();
    await world.pass(1000);
    expect(tab.messages).not.toContainEqual({ kind: 'doubted' });
    world.last.fail(new Refused());
    await world.pass(1000);
    expect(tab.messages).toContainEqual({ kind: 'doubted' });
  });

  it('answers heartbeats', async () => {
    const { world } = await watching();
    world.last.send({ case: 'heartbeat', value: { pingId: 42n } });
    await settle();
    expect(world.pongs).toEqual([42n]);
  });

  it('opens a new stream for another session', async () => {
    const { world, tab } = await watching();
    world.hub.receive(tab, { kind: 'hello', token: 'other' });
    await world.pass(50);
    expect(world.last.token).toBe('other');
  });

  it('closes the stream when the last tab has gone', async () => {
    const { world, tab } = await watching();
    world.hub.receive(tab, { kind: 'bye' });
    await world.pass(60_000);
    expect(world.last.aborted).toBe(true);
    expect(world.streams).toHaveLength(1);
  });

  it('asks a tab that it had forgotten to say everything again', async () => {
    const { world, tab } = await watching();
    await world.pass(absentMs + 10_000);
    world.hub.receive(tab, { kind: 'alive' });
    expect(tab.messages.at(-1)).toEqual({ kind: 'forgotten' });
  });

  it('passes the end of a topic on and no longer asks for it', async () => {
    const { world, tab } = await watching();
    world.last.send({ case: 'topicEnded', value: { gameId: 'g', reason: 'COMPACTED' } });
    await settle();
    world.last.fail();
    await world.pass(1000);
    expect(gameCursor(world.last)).toEqual([]);
    expect(tab.messages.filter((m) => m.kind === 'event')).toHaveLength(2);
  });
});

it('waits longer after each failure, at random, and no longer than fifteen seconds', () => {
  expect(backoffMs(1, 0)).toBe(125);
  expect(backoffMs(2, 1)).toBe(500);
  expect(backoffMs(50, 1)).toBe(15_000);
  expect(backoffMs(1, 1, 4000)).toBe(4000);
});
