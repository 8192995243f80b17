// ./dev from outside: what it listens on, what it says, and what it keeps.
import assert from 'node:assert/strict';
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {Player, fischer, pair, retry} from './lib/client.mjs';
import {ROOT, SERVICES, System} from './lib/system.mjs';
import {until} from './lib/wait.mjs';

const SETTINGS = {ruleSet: 'standard', timeControl: fischer(10, 0), rated: false, visibility: 1};
/** Where a Postgres or a Redis of the machine itself would listen. */
const TAKEN = [5432, 6379];

let system;
let listeningBefore;
before(async () => {
  listeningBefore = listeners();
  system = await System.start();
}, {timeout: 180_000});
after(() => system?.stop());

/** Listening TCP sockets of this machine: {address, port, pids}. */
function listeners() {
  const lines = execFileSync('ss', ['-Hltnp'], {encoding: 'utf8'}).split('\n').filter(Boolean);
  return lines.map((line) => {
    const local = line.trim().split(/\s+/)[3];
    const at = local.lastIndexOf(':');
    const pids = [...line.matchAll(/pid=(\d+)/g)].map((match) => Number(match[1]));
    return {address: local.slice(0, at), port: Number(local.slice(at + 1)), pids};
  });
}

/** ./dev as a shell sees it. */
function dev(of, ...args) {
  const {status, stdout, stderr} = spawnSync(path.join(ROOT, 'dev'), args,
    {env: of.env, encoding: 'utf8', timeout: 120_000});
  return {status, out: stdout, err: stderr};
}

/** ./dev up --detach from somebody who has a pipe open, and waits until nobody holds its other end. */
async function upWithAPipe(of) {
  const child = spawn(path.join(ROOT, 'dev'), ['up', '--detach', '--no-build'],
    {env: of.env, stdio: ['ignore', 'pipe', 'pipe', 'pipe']});
  const said = {out: '', err: ''};
  let closed = false;
  child.stdout.on('data', (text) => { said.out += text; });
  child.stderr.on('data', (text) => { said.err += text; });
  child.stdio[3].resume();
  child.on('close', () => { closed = true; });
  const [status] = await once(child, 'exit');
  await until(() => closed, 20_000, 'the system in the background to let go of its starter\'s pipe');
  return {status, ...said};
}

const isLoopback = (address) => /^(127\.|\[::1\]|\[::ffff:127\.)/.test(address);

test('Nothing new listens on the ports of Postgres and Redis', () => {
  const on = (list) => list.filter(({port}) => TAKEN.includes(port))
    .map(({address, port}) => `${address}:${port}`);
  assert.deepEqual(on(listeners()), on(listeningBefore));
});

test('A system listens on loopback only, Postgres and Redis not at all', () => {
  const now = listeners();
  for (const name of ['postgres', 'redis', ...SERVICES]) {
    const pid = system.pid(name);
    assert.ok(pid > 0, `${name} runs`);
    const own = now.filter(({pids}) => pids.includes(pid));
    if (!SERVICES.includes(name)) assert.deepEqual(own, [], name);
    for (const {address, port} of own) {
      assert.ok(isLoopback(address), `${name} on ${address}:${port}`);
    }
  }
  const ports = now.filter(({pids}) => pids.includes(system.pid('gateway'))).map(({port}) => port);
  assert.ok(ports.includes(Number(new URL(system.url).port)), 'the address is the gateway\'s');
});

test('status names what runs and where', {timeout: 60_000}, () => {
  const {status, out} = dev(system, 'status');
  assert.equal(status, 0);
  for (const name of ['postgres', 'redis', ...SERVICES]) {
    assert.match(out, new RegExp(`^${name} +running +pid ${system.pid(name)} `, 'm'));
  }
  assert.ok(out.includes(system.url), out);
});

test('A second up in the same folder is refused', {timeout: 60_000}, async () => {
  const pids = SERVICES.map((name) => system.pid(name));
  const second = dev(system, 'up', '--detach', '--no-build');
  assert.equal(second.status, 1);
  assert.match(second.err, /another \.\/dev up|runs already/);
  assert.deepEqual(SERVICES.map((name) => system.pid(name)), pids);
  await Player.guest(system.url);
});

test('A second system runs at the same time', {timeout: 120_000}, async () => {
  const {white, black, gameId} = await pair(system.url, SETTINGS);
  const other = await System.start();
  try {
    assert.notEqual(other.url, system.url);
    const stranger = new Player(other.url, white.token);
    await assert.rejects(() => stranger.games.getGame({gameId}));
    const theirs = await pair(other.url, SETTINGS);
    await Promise.all([white.play(gameId, 'e2e4', 1), theirs.white.play(theirs.gameId, 'd2d4', 1)]);
    assert.equal(dev(other, 'down').status, 0);
    assert.equal(dev(other, 'status').status, 3);
    assert.equal(dev(system, 'status').status, 0);
    await black.play(gameId, 'e7e5', 2);
  } finally {
    await other.stop();
  }
});

test('Games and people are still there after down and up', {timeout: 120_000}, async () => {
  const {white, black, gameId} = await pair(system.url, SETTINGS);
  const running = await pair(system.url, SETTINGS);
  await running.white.play(running.gameId, 'c2c4', 1);
  for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    await (i % 2 === 0 ? white : black).play(gameId, move, i + 1);
  }
  const before = (await white.games.getGame({gameId})).game.view;
  assert.equal(before.result.score, '0-1');
  assert.equal(dev(system, 'down').status, 0);
  const down = dev(system, 'status');
  assert.equal(down.status, 3);
  assert.doesNotMatch(down.out, /running/);
  assert.equal(dev(system, 'down').status, 0, 'down twice');
  const up = await upWithAPipe(system);
  assert.equal(up.status, 0, up.err);
  assert.ok(up.out.includes(system.url), 'the address is the same again');
  const again = (await retry(() => white.games.getGame({gameId}))).game.view;
  assert.equal(again.fen, before.fen);
  assert.equal(again.result.score, '0-1');
  const list = {playerId: black.id, page: {pageSize: 5}};
  const {games} = await retry(() => black.games.listGames(list));
  assert.deepEqual(games.map((game) => game.gameId), [gameId]);
  await running.black.play(running.gameId, 'e7e5', 2);
});

test('A wrong command says so', {timeout: 60_000}, () => {
  assert.equal(dev(system, 'frobnicate').status, 2);
  assert.equal(dev(system, '--help').status, 0);
});
