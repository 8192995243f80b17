// kill -9 of every process at random instants while moves flow. Whatever was acknowledged is in the
// log, once; every stream is gapless; every game ends with its result.
//   CHESS_KILLS  kills of each process (default 3; 20 in the long run)
//   CHESS_SEED   the seed that a failed run has printed
import {afterEach, test} from 'node:test';
import {System, SERVICES} from '../e2e/lib/system.mjs';
import {GAMES, Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, delay, seeded, until} from '../e2e/lib/wait.mjs';

const KILLS = Number(process.env.CHESS_KILLS ?? 3);

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
