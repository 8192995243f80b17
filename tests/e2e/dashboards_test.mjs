// Real services under a small load, scraped by a real Prometheus with the project's rules: every
// panel's every query returns data, every rule is evaluated, nothing alarms, and docs/metrics.md is
// what is exposed.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {after, before, test} from 'node:test';
import path from 'node:path';
import {Player, Watcher, fischer, pair, retry} from './lib/client.mjs';
import {PAGE, tableOf, writePage} from './lib/catalogue.mjs';
import {
  Background,
  Prometheus,
  adminPort,
  dashboards,
  freePort,
  isThere,
  queriesOf,
  ruleNames,
  scrapeAll,
} from './lib/metrics.mjs';
import {ROOT, SERVICES, System} from './lib/system.mjs';
import {delay, until} from './lib/wait.mjs';

// What a rate looks back to: the whole test.
const RATE_INTERVAL = '2m';
const EXPORTERS = {postgres: 'prometheus-postgres-exporter', redis: 'prometheus-redis-exporter'};
const LOAD_SECONDS = 12;

let system, prometheus;
const background = [];
const skip = !isThere('prometheus') && 'there is no prometheus';

before(
  async () => {
    if (skip) return;
    system = await System.start();
    const targets = {};
    for (const service of SERVICES) targets[service] = `127.0.0.1:${adminPort(system.dir, service)}`;
    Object.assign(targets, await startExporters());
    prometheus = await Prometheus.start(system.dir, targets);
    const up = Object.keys(targets).length;
    await until(async () => (await prometheus.query('sum(up)'))[0]?.value === up, 20_000, `${up} targets`);
    await load();
  },
  {timeout: 180_000},
);

after(async () => {
  await prometheus?.stop();
  await Promise.all(background.map((one) => one.stop()));
  await system?.stop();
});

/** The exporters that this machine has, at the system's own stores. */
async function startExporters() {
  const targets = {};
  const sockets = system.socketDir();
  const begin = async (job, args, env) => {
    if (!isThere(EXPORTERS[job])) return;
    const address = (targets[job] = `127.0.0.1:${await freePort()}`);
    background.push(
      new Background(path.join(system.dir, `logs/${job}-exporter.log`), EXPORTERS[job], args(address), env),
    );
    await until(
      async () => (await fetch(`http://${address}/metrics`).catch(() => undefined))?.ok,
      10_000,
      EXPORTERS[job],
    );
  };
  await begin('postgres', (address) => [`--web.listen-address=${address}`], {
    DATA_SOURCE_NAME: `user=castellan host=${sockets} dbname=castellan sslmode=disable`,
  });
  await begin(
    'redis',
    (address) => ['-redis.addr', `unix://${sockets}/redis.sock`, '-web.listen-address', address],
    {},
  );
  return targets;
}

const SETTINGS = {
  ruleSet: 'standard',
  timeControl: fischer(5, 3),
  rated: false,
  drawPolicy: 1,
  visibility: 1,
};
const SHORT = {...SETTINGS, timeControl: {stages: [{timeMs: 1500n, moves: 0}], incrementMs: 0n}, rated: true};

/** A little of everything that is counted. */
async function load() {
  const {url} = system;
  const loadgen = new Promise((resolve, reject) =>
    spawn(
      path.join(system.env.CHESS_BUILD_DIR, 'bin/chess-loadgen'),
      [
        '--pgn',
        path.join(ROOT, 'tests/testdata/games.tsv'),
        '--url',
        url,
        '--games',
        '10',
        '--rate',
        '60',
        '--warmup',
        '1',
        '--seconds',
        String(LOAD_SECONDS),
      ],
      {stdio: 'ignore'},
    )
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`loadgen: ${code}`)))),
  );
  const watching = await fall(url);
  await Promise.all([variant(url), evaluation(url), errors(url), loadgen]);
  await watching.stop();
}

/** A rated game that ends by its flag, watched by both players, and is rated. */
async function fall(url) {
  const {white, black, gameId} = await pair(url, SHORT);
  const watcher = new Watcher(black, {player: true}).follow(gameId);
  const spectator = new Watcher(new Player(url)).follow(gameId);
  await white.play(gameId, 'e2e4', 1);
  await black.play(gameId, 'e7e5', 2);
  await watcher.wait(({games}) => games.get(gameId).view?.result, 20_000, 'the flag');
  await until(async () => (await white.games.getGame({gameId})).game.rated, 20_000, 'the rating');
  await spectator.stop();
  return watcher;
}

/** A game with a brain: the analysis service is asked at each turn. */
async function variant(url) {
  const {white, black, gameId} = await pair(url, {...SETTINGS, ruleSet: 'hand_and_brain'});
  for (let turn = 1; turn <= 4; ++turn) {
    const mover = turn % 2 === 1 ? white : black;
    const {view} = await until(
      async () => {
        const {game} = await mover.games.getGame({gameId});
        return game.view.legalMoves.length > 0 && game;
      },
      10_000,
      'the brain',
    );
    await mover.play(gameId, view.legalMoves[0].uci, turn);
    await delay(1100); // at least one scrape between two calls of a kind: a rate needs two values
    await mover.clock.getTime({});
  }
}

async function evaluation(url) {
  const player = await Player.guest(url);
  let lines = 0;
  for await (const answer of player.analysis.evaluate({
    ruleSet: 'standard',
    fen: '',
    moves: ['e2e4'],
    lines: 1,
    timeMs: 300,
  })) {
    lines += answer ? 1 : 0;
  }
  assert.ok(lines > 0);
}

/** What clients do wrong, and the smaller calls. */
async function errors(url) {
  const {white, black, gameId} = await pair(url, SETTINGS);
  await assert.rejects(
    white.games.playMove({gameId, requestId: new Uint8Array(16).fill(7), move: 'e2e5', expectedTurn: 1}),
  );
  await assert.rejects(
    black.games.playMove({gameId, requestId: new Uint8Array(16).fill(8), move: 'e7e5', expectedTurn: 1}),
  );
  await retry(() =>
    white.lobby.createChallenge({
      requestId: new Uint8Array(16).fill(9),
      opponent: black.name,
      settings: SETTINGS,
    }),
  ).catch(() => {});
}

const substituted = (expr) =>
  expr.replaceAll('$__rate_interval', RATE_INTERVAL).replaceAll('$instance', '.*');
const has = (job) => isThere(EXPORTERS[job]);
const needsExporter = (expr) =>
  (/\bpg_/.test(expr) && !has('postgres')) ||
  (/\bredis_(?!p?ublisher)/.test(expr.replaceAll('chess_redis', '')) && !has('redis'));

test('the catalogue is what the services expose, and all of it is seen somewhere', {skip}, async () => {
  const {table, faults} = tableOf(await scrapeAll(system.dir));
  const changed = writePage(table, {check: process.env.CHESS_WRITE !== '1'});
  assert.deepEqual(faults, []);
  assert.ok(
    !changed || process.env.CHESS_WRITE === '1',
    `${PAGE} is not what is exposed: CHESS_WRITE=1 node --test tests/e2e/dashboards_test.mjs writes it`,
  );
});

test('every rule is evaluated, and every recording rule yields data', {skip}, async () => {
  const {groups} = await prometheus.get('rules');
  const rules = groups.flatMap((group) => group.rules);
  assert.deepEqual(
    rules.filter(({health, lastError}) => health !== 'ok' || lastError),
    [],
  );
  const {alerts, records} = ruleNames();
  assert.deepEqual(rules.map(({name}) => name).sort(), [...alerts.keys(), ...records].sort());
  for (const name of records) {
    const samples = await prometheus.query(name);
    assert.ok(samples.length > 0, `${name} yields nothing`);
    assert.ok(
      samples.some(({value}) => !Number.isNaN(value)),
      `${name} yields no number`,
    );
  }
});

for (const [name, dashboard] of dashboards()) {
  test(`every panel of the dashboard ${name} shows data`, {skip}, async () => {
    const empty = [];
    await Promise.all(
      queriesOf(dashboard).map(async ({panel, legend, expr}) => {
        if (needsExporter(expr)) return;
        const samples = await prometheus.query(substituted(expr));
        if (samples.every(({value}) => Number.isNaN(value))) {
          empty.push(`${panel} / ${legend}: ${substituted(expr)}`);
        }
      }),
    );
    assert.deepEqual(empty, []);
    for (const {definition} of dashboard.templating.list.filter(({type}) => type === 'query')) {
      const [, of, label] = /^label_values\((.*), (\w+)\)$/.exec(definition);
      assert.ok((await prometheus.query(of)).every(({metric}) => metric[label]));
    }
  });
}

test('no alert fires on a healthy system', {skip}, async () => {
  const firing = (await prometheus.query('ALERTS{alertstate="firing"}')).map(({metric}) => metric.alertname);
  // A machine that stands still for half a second makes a true outage.
  const stalled = system.log('game').includes('an outage was recorded');
  assert.deepEqual(
    firing.filter((alert) => !(stalled && alert === 'OutageCredited')),
    [],
  );
});

test('what the first panels show is true', {skip}, async () => {
  const value = async (expr) => (await prometheus.query(substituted(expr)))[0]?.value;
  assert.ok((await value('sum(chess_game_moves_total{verdict="stored"})')) > (60 * LOAD_SECONDS) / 2);
  assert.ok((await value('sum(chess_game_moves_total{verdict="illegal"})')) >= 1);
  assert.ok((await value('sum(chess_game_moves_total{verdict="refused"})')) >= 1);
  assert.equal(await value('sum(chess_game_moves_total{verdict=~"away|unknown|failed|overloaded"})'), 0);
  assert.ok((await value('sum(chess_game_deadlines_total)')) >= 1);
  assert.ok((await value('sum(chess_lobby_ratings_applied_total)')) >= 1);
  assert.ok((await value('sum(chess_analysis_evaluations_total{outcome="done"})')) >= 1);
  assert.ok((await value('chess:live_lag_seconds:p99_5m')) < 2);
  const running = Number(system.sql("SELECT count(*) FROM game.games WHERE state = 'running'")[0][0]);
  await until(
    async () => (await value('max(chess_game_live_games)')) === running,
    15_000,
    `${running} live games`,
  );
});
