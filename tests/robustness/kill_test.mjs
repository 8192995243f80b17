// kill -9 of every process at random instants while moves flow. Whatever was acknowledged is in the
// log, once; every stream is gapless; every game ends with its result.
//   CHESS_KILLS  kills of each process (default 3; 20 in the long run)
//   CHESS_SEED   the seed that a failed run has printed
import assert from 'node:assert/strict';
import {afterEach, test} from 'node:test';
import {recordedGames} from '../e2e/lib/games.mjs';
import {Replay, checkLog, inParallel} from '../e2e/lib/replay.mjs';
import {System, SERVICES} from '../e2e/lib/system.mjs';
import {chooseSeed, delay, seeded, until} from '../e2e/lib/wait.mjs';

const KILLS = Number(process.env.CHESS_KILLS ?? 3);
const GAMES = 60;
const MOVES_PER_SECOND = 200;

/** Games that never run dry: a finished one is checked and replaced until `stop` is called. */
class Traffic {
  constructor(system, random) {
    this.system = system;
    this.random = random;
    this.library = recordedGames(200);
    this.running = [];
    this.finished = [];
    this.moves = 0;
    this.stopping = false;
    this.lastMove = Date.now();
  }

  async start() {
    this.loops = Array.from({length: GAMES}, () => this.loop().catch((error) => { this.error ??= error; }));
    await this.flow(GAMES, 'moves to flow');
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
    const pause = 1000 * GAMES / MOVES_PER_SECOND;
    while (!this.stopping) {
      const game = this.library[Math.floor(this.random() * this.library.length)];
      const replay = await Replay.open(this.system.url, game);
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
async function settle(system, traffic) {
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

const seed = chooseSeed();
const random = seeded(seed);
let system;
afterEach(() => system?.stop());

test(`kill -9 of each process, ${KILLS} times`, {timeout: 3_000_000}, async () => {
  system = await System.start();
  const traffic = new Traffic(system, random);
  await traffic.start();
  const began = Date.now();
  const plan = [...SERVICES, 'redis', 'postgres'].flatMap((name) => Array(KILLS).fill(name));
  for (let i = plan.length - 1; i > 0; --i) {
    const j = Math.floor(random() * (i + 1));
    [plan[i], plan[j]] = [plan[j], plan[i]];
  }
  const recovery = {};
  for (const name of plan) {
    await delay(random() * 700);
    const killed = Date.now();
    await system.kill(name);
    // Recovered when as many moves as there are games were acknowledged.
    await traffic.flow(GAMES, `moves after the death of ${name}`);
    (recovery[name] ??= []).push(Date.now() - killed);
  }
  const seconds = (Date.now() - began) / 1000;
  console.log(`${plan.length} kills, ${traffic.moves} moves in ${seconds.toFixed(1)} s`);
  for (const [name, times] of Object.entries(recovery)) {
    times.sort((a, b) => a - b);
    console.log(`${name.padEnd(9)} killed ${times.length} times; moves flow again after ` +
      `${times[Math.floor(times.length / 2)]} ms (median), ${times.at(-1)} ms (worst)`);
  }
  await settle(system, traffic);
});

// Crashes that no signal from outside can time: the process dies with its COMMIT not yet sent, or
// sent and answered but nothing of it told to anybody.
test('crashes just before and just after a COMMIT', {timeout: 600_000}, async () => {
  // Rare enough that a process lives for some seconds: one that dies at once, again and again, is
  // started ever later, and then it is that pause which is tested.
  const odds = 0.0006;
  system = await System.start({env: {
    CHESS_FAILPOINTS: `commit_before:crash@${odds}:${seed},commit_after:crash@${odds}:${seed + 1}`}});
  const traffic = new Traffic(system, random);
  await traffic.start();
  const crashes = () => ['game', 'lobby'].reduce((sum, name) =>
    sum + (system.log(name).match(/starting it again/g)?.length ?? 0), 0);
  await until(() => {
    if (traffic.error) throw traffic.error;
    return crashes() >= 2 * KILLS;
  }, 300_000, `${2 * KILLS} crashes`);
  console.log(`${crashes()} crashes at commits, ${traffic.moves} moves`);
  await settle(system, traffic);
});
