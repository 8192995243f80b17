// The server's time, estimated from question and answer. The shortest round trip knows best.

export interface TimeSample {
  sentMs: number;
  receivedMs: number;
  serverMs: number;
}

/** Keeps the offset between a local monotonic clock and the server's game time. */
export class ServerTime {
  private best: { offset: number; roundTrip: number; at: number } | null = null;

  constructor(private readonly localMs: () => number) {}

  /** Takes a sample in; one that is older than five minutes no longer counts against a new one. */
  add(sample: TimeSample): void {
    const roundTrip = Math.max(0, sample.receivedMs - sample.sentMs);
    const stale = this.best !== null && sample.receivedMs - this.best.at > 300_000;
    if (this.best && !stale && roundTrip > this.best.roundTrip) return;
    const offset = sample.serverMs - (sample.sentMs + roundTrip / 2);
    this.best = { offset, roundTrip, at: sample.receivedMs };
  }

  /**
   * Takes a time in that was sent without being asked for. It arrived some time after it was
   * written, so it can only show that the server's clock is ahead of what is believed.
   */
  addOneWay(serverMs: number): void {
    const at = this.localMs();
    const offset = serverMs - at;
    if (!this.best) this.best = { offset, roundTrip: Infinity, at };
    else if (offset > this.best.offset) this.best.offset = offset;
  }

  /** True once the time is known at all. */
  get known(): boolean {
    return this.best !== null;
  }

  /** Milliseconds since the epoch on the server, now. */
  now(): number {
    return this.localMs() + (this.best?.offset ?? Date.now() - this.localMs());
  }
}
