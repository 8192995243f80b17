// Many games at once, played from recordings for as long as a test wants: the load under which
// things are broken.
import assert from 'node:assert/strict';
import {recordedGames} from './games.mjs';
import {Replay, checkLog, inParallel} from './replay.mjs';
import {delay, until} from './wait.mjs';

export const GAMES = 60;
export const MOVES_PER_SECOND = 200;

/** Games that never run dry: a finished one is checked and replaced until `stop` is called. */
export class Traffic {
  /** `url` is where the players connect: the system's gateway, or what stands before several. */
  constructor(system, random, {url = system.url, games = GAMES, rate = MOVES_PER_SECOND} = {}) {
    Object.assign(this, {system, url, games, rate});
    this.random = random;
    this.library = recordedGames(200);
    this.running = [];
    this.finished = [];
    this.moves = 0;
    this.stopping = false;
    this.lastMove = Date.now();
  }

  async start() {
    this.loops = Array.from({length: this.games}, () => this.loop().catch((error) => { this.error ??= error; }));
    await this.flow(this.games, 'moves to flow');
  }

  everything() {
    return [...this.running, ...this.finished];
  }

  /** Waits until so many moves more were acknowledged; fails with whatever stopped a game. */
  async flow(moves, what) {
    const goal = this.moves + moves;
    await until(() => {
      if (this.error) throw this.error;
      return this.moves >= goal;
    }, 60_000, what);
  }

  async loop() {
    const pause = 1000 * this.games / this.rate;
    while (!this.stopping) {
      const game = this.library[Math.floor(this.random() * this.library.length)];
      const replay = await Replay.open(this.url, game);
      this.running.push(replay);
      await replay.playAll(async () => {
        this.moves += 1;
        this.lastMove = Date.now();
        // Once the kills are over the games are finished as fast as they can be.
        if (!this.stopping) await delay(pause * (0.5 + this.random()));
      });
      this.running.splice(this.running.indexOf(replay), 1);
      this.finished.push(replay);
    }
  }

  async stop() {
    this.stopping = true;
    await Promise.all(this.loops);
    if (this.error) throw this.error;
  }
}

/** Ends the traffic, and checks every game against what was recorded and against the log. */
export async function settle(system, traffic) {
  await traffic.stop();
  await inParallel(traffic.finished, 16, async (replay) => {
    await replay.checkStreams(30_000);
    const game = await replay.checkResult();
    assert.equal(game.view.result.score, replay.game.result, replay.gameId);
    await replay.close();
  });
  const answers = checkLog(system, traffic.finished);
  console.log(`${traffic.finished.length} games, ${answers} answers found in the log, none lost, none doubled`);
}
