// Hosts whose clocks are wrong: game time is Postgres' time, so a replica that is a minute and a half
// ahead and one that is as much behind decide alike, and a machine whose clock runs at another pace,
// which nothing can correct, does not say that it is ready. libfaketime plays the wrong clocks,
// gaining_clock.cc those of another pace.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';
import {Balancer} from '../e2e/lib/balancer.mjs';
import {pair} from '../e2e/lib/client.mjs';
import {ROOT, System} from '../e2e/lib/system.mjs';
import {Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, seeded, until} from '../e2e/lib/wait.mjs';

const build = process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build');
const library = fs.readdirSync('/usr/lib', {withFileTypes: true})
  .map(({name}) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`).find((file) => fs.existsSync(file));
const gainingClock = process.env.CHESS_GAINING_CLOCK ?? path.join(build, 'tests/libgaining_clock.so');
const SKEW = {lobby: '-90', 'lobby-2': '+90', game: '+90', 'game-2': '-90', clock: '-90', 'clock-2': '+90',
  gateway: '-90', 'gateway-2': '+90'};

const random = seeded(chooseSeed());
let system, balancer;
after(async () => {
  await balancer?.close();
  await system?.stop();
});

/** Restarts one process with another clock: with these settings in its environment. */
async function restart(name, settings) {
  const folder = path.join(system.dir, 'skewed', name);
  const program = `chess-${name.replace('-2', '')}`;
  fs.mkdirSync(path.join(folder, 'bin'), {recursive: true});
  fs.writeFileSync(path.join(folder, 'bin', program), `#!/bin/sh
export ${settings}
exec ${build}/bin/${program}
`, {mode: 0o755});
  fs.writeFileSync(path.join(system.dir, 'builds', name), folder);
  fs.rmSync(path.join(system.dir, 'ports', name), {force: true});
  await system.kill(name);
  await until(() => balancer.ports(name).admin, 30_000, `${name} to listen`);
}

async function readiness(name) {
  const answer = await fetch(`http://127.0.0.1:${balancer.ports(name).admin}/readyz`).catch(() => undefined);
  return answer && {ok: answer.ok, text: await answer.text()};
}

test('replicas three minutes apart decide alike', {timeout: 300_000, skip: !library && 'libfaketime is not installed'}, async () => {
  system = await System.start({env: {CHESS_DEV_REPLICAS: '2'}});
  balancer = await Balancer.open(system, ['gateway', 'gateway-2']);
  fs.mkdirSync(path.join(system.dir, 'builds'), {recursive: true});
  for (const [name, seconds] of Object.entries(SKEW)) {
    await restart(name, `LD_PRELOAD=${library} FAKETIME='${seconds}s' FAKETIME_DONT_RESET=1 FAKETIME_DONT_FAKE_MONOTONIC=1`);
    await until(async () => (await readiness(name))?.ok, 30_000, `${name} to be ready`);
  }
  await until(() => balancer.ready.length === 2, 20_000, 'both gateways');
  // Their logs show that their clocks are what we made them.
  const [first, second] = ['game', 'game-2'].map((name) =>
    Date.parse(JSON.parse(system.log(name).trim().split('\n').findLast((line) => line.startsWith('{"time"'))).time));
  assert.ok(first - second > 100_000, `${first} ${second}`);

  const traffic = new Traffic(system, random, {url: balancer.url, games: 24, rate: 80});
  await traffic.start();
  await traffic.flow(300, 'moves between skewed hosts');
  // Both replicas decide moves; nobody's time is up early, and those who let it run out lose.
  const quick = {ruleSet: 'standard', rated: false, visibility: 1, timeControl: {stages: [{timeMs: 2000n, moves: 0}]}};
  const games = await Promise.all(Array.from({length: 6}, async () => {
    const game = await pair(balancer.url, quick);
    await game.white.play(game.gameId, 'e2e4', 1);
    await game.black.play(game.gameId, 'e7e5', 2);
    return game;
  }));
  const ids = games.map(({gameId}) => `'${gameId}'`).join(', ');
  await until(() => Number(system.sql(
    `SELECT count(*) FROM game.games WHERE game_id IN (${ids}) AND end_time IS NOT NULL`)[0][0]) === games.length,
  40_000, 'all flags to fall');
  // By the database's own clock: from the last decision to the flag the two seconds have passed.
  const times = system.sql(`SELECT g.game_id, extract(epoch FROM g.end_time - e.event_time),
      abs(extract(epoch FROM now() - g.end_time)) FROM game.games g
    JOIN game.game_events e ON e.game_id = g.game_id AND e.seq = g.last_seq - 1
    WHERE g.game_id IN (${ids})`);
  assert.equal(times.length, games.length);
  for (const [gameId, waited, ago] of times) {
    assert.ok(Number(waited) >= 2, `${gameId}: flagged after ${waited} s`);
    assert.ok(Number(ago) < 60, `${gameId}: ended ${ago} s from now by the database's clock`);
  }
  await settle(system, traffic);

  // A clock that gains a tenth: its error cannot be bounded, so this replica takes no part, and the
  // games that were its are played at the other one.
  await restart('game-2', `LD_PRELOAD=${gainingClock}`);
  await until(async () => /game/.test((await readiness('game-2'))?.text ?? ''), 20_000, 'game-2 to say it is not ready');
  for (const {white, gameId} of await Promise.all(Array.from({length: 6}, () => pair(balancer.url, quick)))) {
    await white.play(gameId, 'e2e4', 1);
  }
});
