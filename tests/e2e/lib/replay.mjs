// Plays recorded games move by move through the API and checks what every stream saw.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {Code, Watcher, fischer, pair, reasonOf, retry} from './client.mjs';

const INCREMENT_MS = 30_000;

/** Settings under which a recorded game can be replayed faster than it was played: long clocks, and
 * no draw that the players did not claim. */
export function replaySettings(game, extra = {}) {
  return {
    ruleSet: game.ruleSet ?? 'standard', startFen: '', timeControl: fischer(60, INCREMENT_MS / 1000), rated: false,
    drawPolicy: 2, visibility: 1, ...extra,
  };
}

/** One recorded game on its way: two players, their streams, spectators' streams, the answers. */
export class Replay {
  static async open(url, game, {spectators = 0, settings = replaySettings(game), watch = true} = {}) {
    const replay = new Replay(game);
    Object.assign(replay, await pair(url, settings));
    replay.watchers = [];
    if (watch) {
      replay.watchers = [new Watcher(replay.white), new Watcher(replay.black)];
      for (let i = 0; i < spectators; ++i) replay.watchers.push(new Watcher(new replay.white.constructor(url)));
      for (const watcher of replay.watchers) watcher.follow(replay.gameId);
    }
    return replay;
  }

  constructor(game) {
    this.game = game;
    this.acknowledged = []; // {requestId, seq, gameId}
    this.turn = 1;
    this.answered = Date.now(); // the last move
    this.surplus = -Infinity; // most that a clock was charged too much, in ms
  }

  mover() {
    return this.turn % 2 === 1 ? this.white : this.black;
  }

  done() {
    return this.turn > this.game.moves.length;
  }

  note(answer) {
    this.acknowledged.push({requestId: answer.requestId, seq: answer.seq, gameId: this.gameId});
    this.last = answer;
    return answer;
  }

  /** Plays the next recorded move; the answer means that it is stored. */
  async step() {
    const move = this.game.moves[this.turn - 1];
    const side = this.turn % 2 === 1 ? 'white' : 'black';
    const had = this.last?.view.clocks?.[side].remainingMs;
    const thought = Date.now() - this.answered;
    const answer = this.note(await this.mover().play(this.gameId, move, this.turn));
    const left = answer.view.clocks?.[side].remainingMs;
    // What the clock was charged beyond the time that its player took: ours, not the player's.
    // The first move of each side is not timed.
    if (this.turn > 2 && had !== undefined && left !== undefined && !answer.view.result) {
      this.surplus = Math.max(this.surplus, Number(had - left) + INCREMENT_MS - thought);
    }
    this.answered = Date.now();
    this.turn += 1;
    return answer;
  }

  /** Ends the game as it was recorded, where the board has not ended it. */
  async finish() {
    if (this.last?.view.result) return;
    if (this.game.result === '1/2-1/2') {
      const by = this.mover();
      const other = by === this.white ? this.black : this.white;
      try {
        this.note(await by.command('offerDraw', this.gameId));
        this.note(await other.command('acceptDraw', this.gameId));
        return;
      } catch (error) {
        if (error.code !== Code.FailedPrecondition) throw error;
        assert.match(reasonOf(error), /DRAW_OFFER_NOT_ALLOWED/);
      }
    }
    const loser = this.game.result === '0-1' ? this.white : this.black;
    this.note(await loser.command('resign', this.gameId));
  }

  async playAll(eachMove = async () => {}) {
    while (!this.done()) await eachMove(await this.step());
    await this.finish();
  }

  /** Every stream saw every event once, in order, up to the last one. */
  async checkStreams(ms = 20_000) {
    const last = this.last.seq;
    for (const [i, watcher] of this.watchers.entries()) {
      const seen = watcher.games.get(this.gameId);
      await watcher.wait(() => seen.seq >= last, ms, `stream ${i} of ${this.gameId} to reach ${last} (is at ${seen.seq})`);
      assert.deepEqual(seen.faults, [], `stream ${i} of ${this.gameId}`);
      assert.equal(seen.snapshots, 1, `stream ${i} of ${this.gameId}: one snapshot`);
      const expected = [];
      for (let seq = seen.first + 1; seq <= seen.seq; ++seq) expected.push(seq);
      assert.deepEqual(seen.events, expected, `stream ${i} of ${this.gameId}`);
    }
  }

  /** The position after the recorded moves, and the result, are what was recorded. */
  async checkResult() {
    const {game} = await retry(() => this.white.games.getGame({gameId: this.gameId}));
    assert.equal(game.moves.length, this.game.moves.length, this.gameId);
    assert.equal(game.view.fen, this.game.finalFen, this.gameId);
    assert.ok(game.view.result, `${this.gameId} is over`);
    return game;
  }

  async close() {
    await Promise.all(this.watchers.map((watcher) => watcher.stop()));
  }
}

/** Compares every acknowledged (request id, number) with the log: none lost, none doubled. */
export function checkLog(system, replays) {
  const rows = system.sql(
    "SELECT game_id, seq, encode(request_id, 'hex') FROM game.game_events ORDER BY game_id, seq");
  const log = new Map();
  for (const [gameId, seq, requestId] of rows) {
    if (!log.has(gameId)) log.set(gameId, []);
    log.get(gameId).push({seq: Number(seq), requestId});
  }
  let compared = 0;
  for (const replay of replays) {
    const decisions = log.get(replay.gameId) ?? [];
    decisions.forEach((row, i) => assert.equal(row.seq, i + 1, `${replay.gameId}: numbers without gaps`));
    const ids = decisions.map((row) => row.requestId).filter((id) => id && !/^0*$/.test(id));
    assert.equal(new Set(ids).size, ids.length, `${replay.gameId}: no request twice`);
    for (const {requestId, seq} of replay.acknowledged) {
      assert.equal(decisions[seq - 1]?.requestId, requestId, `${replay.gameId}: acknowledged ${seq} is in the log`);
      compared += 1;
    }
  }
  return compared;
}

/** Runs `work` over the items, at most `limit` at a time. */
export async function inParallel(items, limit, work) {
  const queue = [...items.entries()];
  await Promise.all(Array.from({length: Math.min(limit, queue.length)}, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0]);
  }));
}

export const newRequestId = () => new Uint8Array(randomBytes(16));
