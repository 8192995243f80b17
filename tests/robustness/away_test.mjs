// Postgres away, Redis away: what is refused is refused soon and clearly, what is acknowledged is
// stored, and both recover by themselves. Times are printed; what is asserted is that calls are
// answered UNAVAILABLE by the services, well before the caller's own deadline.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {Code, Watcher, fischer, pair} from '../e2e/lib/client.mjs';
import {newRequestId} from '../e2e/lib/replay.mjs';
import {System} from '../e2e/lib/system.mjs';
import {Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, seeded, until} from '../e2e/lib/wait.mjs';

const SETTINGS = {ruleSet: 'standard', timeControl: fischer(10, 0), rated: false, visibility: 1};

let system;
before(async () => { system = await System.start(); }, {timeout: 180_000});
after(() => system?.stop());

const storedMoves = (gameId) =>
  Number(system.sql(`SELECT last_seq FROM game.games WHERE game_id = '${gameId}'`)[0][0]);

async function timed(call) {
  const began = Date.now();
  const outcome = await call().then((value) => ({value}), (error) => ({error}));
  return {...outcome, ms: Date.now() - began};
}

test('Postgres frozen: commands answer UNAVAILABLE, nothing unstored is acknowledged', {timeout: 120_000}, async () => {
  const {white, black, gameId} = await pair(system.url, SETTINGS);
  await white.play(gameId, 'e2e4', 1);
  const before = storedMoves(gameId);
  const requestId = newRequestId();
  const move = () => timed(() => black.games.playMove({gameId, requestId, move: 'e7e5', expectedTurn: 2}));
  const frozen = signalPostgres('SIGSTOP');
  const refused = await move();
  signalPostgres('SIGCONT', frozen);
  console.log(`refused after ${refused.ms} ms: ${refused.error?.message}`);
  assert.equal(refused.error?.code, Code.Unavailable, 'while Postgres is away');
  // The same request again: it is answered, and stands in the log once.
  const answer = await until(async () => {
    const again = await move();
    if (again.error) assert.equal(again.error.code, Code.Unavailable);
    return again.value;
  }, 30_000, 'the recovery');
  assert.equal(Number(answer.seq), before + 1);
  assert.equal(storedMoves(gameId), before + 1);
});

/** Signals all processes of the server, not only the first. */
function signalPostgres(signal, pids = [system.pid('postgres'), ...childrenOf(system.pid('postgres'))]) {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error; // a worker that has ended meanwhile
      return false;
    }
  });
}
function childrenOf(parent) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}

test('Redis frozen: moves, offers and results go on, only presence is refused', {timeout: 120_000}, async () => {
  const {white, black, gameId} = await pair(system.url, SETTINGS);
  const watcher = new Watcher(black).follow(gameId);
  await watcher.wait(() => watcher.games.get(gameId).seq > 0, 10_000, 'the snapshot');
  system.signal('redis', 'SIGSTOP');
  try {
    const began = Date.now();
    const {seq} = await white.play(gameId, 'e2e4', 1);
    await watcher.wait(() => watcher.games.get(gameId).seq >= seq, 15_000, 'the move on the stream');
    console.log(`the move was on the stream after ${Date.now() - began} ms without Redis`);
    await black.play(gameId, 'e7e5', 2);
    await white.command('offerDraw', gameId);
    const presence = await timed(() => white.lobby.getPresence({playerIds: [black.id]}));
    assert.equal(presence.error?.code, Code.Unavailable);
    const ended = await black.command('acceptDraw', gameId);
    assert.equal(ended.view.result.score, '1/2-1/2');
    await watcher.wait(() => watcher.games.get(gameId).view.result, 15_000, 'the result on the stream');
  } finally {
    system.signal('redis', 'SIGCONT');
  }
  assert.deepEqual(watcher.games.get(gameId).faults, []);
  await until(async () => !(await timed(() => white.lobby.getPresence({playerIds: [black.id]}))).error,
    20_000, 'presence to come back');
  await watcher.stop();
});

test('A flag falls without Redis', {timeout: 60_000}, async () => {
  const {white, black, gameId} = await pair(system.url,
    {...SETTINGS, timeControl: {stages: [{timeMs: 2000n, moves: 0}]}});
  system.signal('redis', 'SIGSTOP');
  try {
    await white.play(gameId, 'e2e4', 1);
    await black.play(gameId, 'e7e5', 2);
    await until(() => system.sql(
      `SELECT 1 FROM game.games WHERE game_id = '${gameId}' AND end_time IS NOT NULL`).length, 20_000, 'the flag');
  } finally {
    system.signal('redis', 'SIGCONT');
  }
});

test('A stale pooled connection is not the caller\'s concern', {timeout: 60_000}, async () => {
  const {white, gameId} = await pair(system.url, SETTINGS);
  system.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = 'castellan' AND pid <> pg_backend_pid()`);
  const answer = await white.play(gameId, 'e2e4', 1);
  assert.equal(storedMoves(gameId), answer.seq);
});

test('Redis lost with all it knew, and away for a while: games go on', {timeout: 180_000}, async () => {
  const traffic = new Traffic(system, seeded(chooseSeed()), {games: 30, rate: 100});
  await traffic.start();
  const supervisor = Number(fs.readFileSync(path.join(system.dir, 'pids', 'redis.supervisor'), 'utf8'));
  const lost = system.pid('redis');
  process.kill(supervisor, 'SIGSTOP'); // nobody starts it again
  try {
    process.kill(lost, 'SIGKILL');
    await traffic.flow(600, 'moves without Redis');
  } finally {
    process.kill(supervisor, 'SIGCONT');
  }
  await until(() => system.pid('redis') !== lost, 20_000, 'Redis to come back, empty');
  await traffic.flow(100, 'moves with the new Redis');
  const {white, black} = await pair(system.url, SETTINGS);
  await until(async () => !(await timed(() => white.lobby.getPresence({playerIds: [black.id]}))).error,
    20_000, 'presence to come back');
  // No stream missed a move, none saw one twice, and every game ended as it was played.
  await settle(system, traffic);
});
