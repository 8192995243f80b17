// A rolling upgrade in the middle of play: two replicas of each service, each replaced in its turn by
// another build while games go on and streams are open. No move is lost, no game ends otherwise than
// it was played, nobody's clock pays, and players see no error that they have to act on.
//   CHESS_FORMER_BUILD  the build to come from (default: ours, so that what is tested is the change
//                       of processes; tests/robustness/former makes one of an earlier commit)
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';
import {Balancer} from '../e2e/lib/balancer.mjs';
import {ROOT, System} from '../e2e/lib/system.mjs';
import {Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, seeded, until} from '../e2e/lib/wait.mjs';

const current = process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build');
const former = process.env.CHESS_FORMER_BUILD ?? current;
// As the chart does it: the referee before the edge, the owner of names before both.
const ORDER = ['lobby', 'lobby-2', 'game', 'game-2', 'clock', 'clock-2', 'gateway', 'gateway-2'];

const random = seeded(chooseSeed());
let system, balancer;
after(async () => {
  await balancer?.close();
  await system?.stop();
});

/** SIGTERM, as an orchestrator would; waits until the other build's process is ready. */
async function replace(name) {
  const before = system.pid(name);
  fs.writeFileSync(path.join(system.dir, 'builds', name), current);
  fs.rmSync(path.join(system.dir, 'ports', name), {force: true});
  system.signal(name, 'SIGTERM');
  await until(() => system.pid(name) > 0 && system.pid(name) !== before, 30_000, `${name} to be replaced`);
  await until(async () => {
    const {admin} = balancer.ports(name);
    return admin && (await fetch(`http://127.0.0.1:${admin}/readyz`).catch(() => undefined))?.ok;
  }, 30_000, `${name} to be ready`);
  assert.equal(fs.readlinkSync(`/proc/${system.pid(name)}/exe`), fs.realpathSync(
    path.join(current, 'bin', `chess-${name.replace('-2', '')}`)));
}

test('every replica is replaced while games go on', {timeout: 600_000}, async () => {
  system = await System.start({env: {
    CHESS_BUILD_DIR: former, CHESS_DEV_REPLICAS: '2',
    CHESS_GATEWAY_DRAIN_PAUSE_MS: '800', CHESS_GATEWAY_DRAIN_GRACE_MS: '1500',
    CHESS_GAME_DRAIN_PAUSE_MS: '500', CHESS_LOBBY_DRAIN_PAUSE_MS: '500', CHESS_CLOCK_DRAIN_PAUSE_MS: '500'}});
  fs.mkdirSync(path.join(system.dir, 'builds'));
  for (const name of [...ORDER, 'analysis']) fs.writeFileSync(path.join(system.dir, 'builds', name), former);
  balancer = await Balancer.open(system, ['gateway', 'gateway-2']);
  await until(() => balancer.ready.length === 2, 20_000, 'both gateways');
  const traffic = new Traffic(system, random, {url: balancer.url, games: 40, rate: 120});
  await traffic.start();
  for (const replay of traffic.everything()) replay.surplus = -Infinity;
  for (const name of ORDER) {
    const began = Date.now(), moves = traffic.moves;
    await replace(name);
    console.log(`${name} replaced in ${Date.now() - began} ms, ${traffic.moves - moves} moves meanwhile`);
    await traffic.flow(40, `moves after the change of ${name}`);
  }
  // Each game had somebody on the move while its referee, or everybody's way in, was replaced. On a
  // busy machine the player's own process stands still for longer than any of ours.
  const surplus = traffic.everything().map((replay) => replay.surplus).sort((a, b) => a - b);
  console.log('charged beyond the players\' own time, at most in each game: ' +
    `${surplus[Math.floor(surplus.length / 2)]} ms (median), ${surplus.at(-1)} ms (worst)`);
  await settle(system, traffic);
});
