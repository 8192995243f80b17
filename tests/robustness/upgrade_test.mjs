// A rolling upgrade in the middle of play: the tables first, then two replicas of each service, each
// replaced in its turn by another build while games go on and streams are open; and back again, if the
// builds differ. No move is lost, no game ends otherwise than it was played, nobody's clock pays, and
// players see no error that they have to act on.
//   CHESS_FORMER_BUILD  the build to come from (default: ours, so that what is tested is the change
//                       of processes; tests/robustness/former makes one of an earlier commit)
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';
import {promisify} from 'node:util';
import {Balancer} from '../e2e/lib/balancer.mjs';
import {ROOT, System} from '../e2e/lib/system.mjs';
import {Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, seeded, until} from '../e2e/lib/wait.mjs';

const current = process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build');
const former = process.env.CHESS_FORMER_BUILD ?? current;
const migrations = (tree) => path.join(tree, 'deploy/postgres/migrations');
// As the chart does it: the referee before the edge, the owner of names before both.
const ORDER = ['lobby', 'lobby-2', 'game', 'game-2', 'clock', 'clock-2', 'gateway', 'gateway-2'];

const random = seeded(chooseSeed());
let system, balancer;
after(async () => {
  await balancer?.close();
  await system?.stop();
});

/** What the chart does before the first process changes: the new tables, under the old programs. */
async function migrate() {
  const url = `postgresql://castellan@/castellan?host=${system.socketDir()}`;
  const {stdout} = await promisify(execFile)(path.join(current, 'bin/chess-migrate'),
    ['--dir', migrations(ROOT)], {env: {...process.env, CHESS_POSTGRES_URL: url}});
  console.log(stdout.trim());
}

/** SIGTERM, as an orchestrator would; waits until the process of `build` is ready. */
async function replace(name, build) {
  const before = system.pid(name);
  fs.writeFileSync(path.join(system.dir, 'builds', name), build);
  fs.rmSync(path.join(system.dir, 'ports', name), {force: true});
  system.signal(name, 'SIGTERM');
  await until(() => system.pid(name) > 0 && system.pid(name) !== before, 30_000, `${name} to be replaced`);
  await until(async () => {
    const {admin} = balancer.ports(name);
    return admin && (await fetch(`http://127.0.0.1:${admin}/readyz`).catch(() => undefined))?.ok;
  }, 30_000, `${name} to be ready`);
  assert.equal(fs.readlinkSync(`/proc/${system.pid(name)}/exe`), fs.realpathSync(
    path.join(build, 'bin', `chess-${name.replace('-2', '')}`)));
}

test('every replica is replaced while games go on', {timeout: 600_000}, async () => {
  system = await System.start({env: {
    CHESS_BUILD_DIR: former, CHESS_DEV_REPLICAS: '2',
    CHESS_MIGRATE_DIR: migrations(former === current ? ROOT : path.dirname(former)),
    CHESS_GATEWAY_DRAIN_PAUSE_MS: '800', CHESS_GATEWAY_DRAIN_GRACE_MS: '1500',
    CHESS_GAME_DRAIN_PAUSE_MS: '500', CHESS_LOBBY_DRAIN_PAUSE_MS: '500', CHESS_CLOCK_DRAIN_PAUSE_MS: '500'}});
  fs.mkdirSync(path.join(system.dir, 'builds'));
  for (const name of [...ORDER, 'analysis']) fs.writeFileSync(path.join(system.dir, 'builds', name), former);
  balancer = await Balancer.open(system, ['gateway', 'gateway-2']);
  await until(() => balancer.ready.length === 2, 20_000, 'both gateways');
  const traffic = new Traffic(system, random, {url: balancer.url, games: 40, rate: 120});
  await traffic.start();
  for (const replay of traffic.everything()) replay.surplus = -Infinity;
  await migrate();
  await traffic.flow(40, 'moves of the old programs on the new tables');
  const way = ORDER.map((name) => [name, current]);
  if (former !== current) way.push(...[...ORDER].reverse().map((name) => [name, former]));
  for (const [name, build] of way) {
    const began = Date.now(), moves = traffic.moves;
    await replace(name, build);
    console.log(`${name} replaced${build === former && build !== current ? ' back' : ''} in ` +
      `${Date.now() - began} ms, ${traffic.moves - moves} moves meanwhile`);
    await traffic.flow(40, `moves after the change of ${name}`);
  }
  // Each game had somebody on the move while its referee, or everybody's way in, was replaced. On a
  // busy machine the player's own process stands still for longer than any of ours.
  const surplus = traffic.everything().map((replay) => replay.surplus).sort((a, b) => a - b);
  console.log('charged beyond the players\' own time, at most in each game: ' +
    `${surplus[Math.floor(surplus.length / 2)]} ms (median), ${surplus.at(-1)} ms (worst)`);
  await settle(system, traffic);
});
