// The operator's hands on players, as an operator uses them: chessctl admin against a real system,
// with players whose streams end and browsers that are told.
import assert from 'node:assert/strict';
import {execFile, execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {Person, launchBrowser} from './lib/browser.mjs';
import {Code, Player, fischer, pair, reasonOf, retry} from './lib/client.mjs';
import {ROOT, SERVICES, System} from './lib/system.mjs';
import {until} from './lib/wait.mjs';

const BIN = path.join(process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build'), 'bin');
const SETTINGS = {ruleSet: 'standard', timeControl: fischer(10, 0), rated: true, visibility: 1};
const MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];

let system;
let browser;
let token;
before(async () => {
  [system, browser] = await Promise.all([System.start(), launchBrowser()]);
  token = addFirst('olga').out.trim();
}, {timeout: 180_000});
after(async () => {
  await browser?.close();
  await system?.stop();
});

/** chess-migrate --add-operator, with the database's own credential. */
function addFirst(name) {
  const url = `postgresql://castellan@/castellan?host=${system.socketDir()}`;
  const env = {...process.env, CHESS_POSTGRES_URL: url};
  const out = execFileSync(path.join(BIN, 'chess-migrate'), ['--add-operator', name],
    {env, encoding: 'utf8'});
  return {out};
}

/** chessctl admin: {status, out, err}. */
function admin(args, as = token) {
  const env = {...process.env, CHESS_SERVER: system.grpc, CHESS_OPERATOR_TOKEN: as};
  return new Promise((resolve) => {
    execFile(path.join(BIN, 'chessctl'), ['admin', ...args], {env, timeout: 60_000},
      (error, out, err) => resolve({status: error?.code ?? 0, out, err}));
  });
}

/** A command that must succeed; its answer. */
async function done(...args) {
  const {status, out, err} = await admin([...args, '--json']);
  assert.equal(status, 0, `${args.join(' ')}: ${err}`);
  return JSON.parse(out);
}

const because = ['--reason', 'a test wants it'];

/** The error that a stream of the player ends with, once it has begun. */
function streamEnd(player) {
  const opened = Promise.withResolvers?.() ?? withResolvers();
  const ended = (async () => {
    const topics = [{kind: {case: 'player', value: {afterSeq: 0n}}}];
    try {
      for await (const event of player.live.watch({topics})) {
        if (event.kind.case === 'hello') opened.resolve();
      }
    } catch (error) {
      return error;
    }
    return null;
  })();
  return {opened: opened.promise, ended};
}
function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, {resolve, reject}));
  return made;
}

test('Tokens: the first from chess-migrate, others from operators, none after it is revoked',
  {timeout: 60_000}, async () => {
    assert.match(token, /^op_[A-Za-z0-9_-]{43}$/);
    const {token: second} = await done('operator', 'add', 'ann', ...because);
    assert.equal((await admin(['operator', 'list'], second)).status, 0);
    const again = await admin(['operator', 'add', 'ann', ...because]);
    assert.equal(again.status, 1);
    assert.match(again.err, /OPERATOR_EXISTS/);
    await done('operator', 'revoke', 'ann', ...because);
    await until(async () => (await admin(['operator', 'list'], second)).status === 1, 15_000,
      'the revoked token to be refused');
    const {operators} = await done('operator', 'list');
    assert.deepEqual(operators.map(({name, revokeTime}) => [name, Boolean(revokeTime)]),
      [['ann', true], ['olga', false]]);
    const table = await admin(['operator', 'list']);
    assert.match(table.out, /^NAME +SINCE +REVOKED\nann +20\d\d-.*Z +20\d\d-.*Z\nolga +20\d\d-.*Z +-\n$/);
    const forged = await admin(['operator', 'list'], `op_${'x'.repeat(43)}`);
    assert.equal(forged.status, 1);
    assert.match(forged.err, /TOKEN_INVALID/);
    const reasonless = await admin(['operator', 'add', 'bert']);
    assert.equal(reasonless.status, 1);
    assert.match(reasonless.err, /INVALID_FIELD/);
  });

test('A ban ends streams at once, keeps the player out, and loses no game',
  {timeout: 60_000}, async () => {
    const {white, black, gameId} = await pair(system.url, SETTINGS, {names: ['Cheater', 'Honest']});
    await white.play(gameId, 'e2e4', 1);
    await black.play(gameId, 'e7e5', 2);
    const stream = streamEnd(white);
    const other = streamEnd(black);
    await Promise.all([stream.opened, other.opened]);
    const began = performance.now();
    const shown = await done('player', 'ban', 'cheater', '--until', '2d', ...because);
    assert.ok(Date.parse(shown.ban.until) > Date.now() + 47 * 3_600_000);
    const error = await stream.ended;
    const ms = performance.now() - began;
    assert.equal(reasonOf(error), 'ACCOUNT_BANNED');
    assert.equal(error.code, Code.PermissionDenied);
    console.log(`the stream ended ${Math.round(ms)} ms after the command began`);
    assert.ok(ms < 5000, `${ms} ms`);
    for (const call of [() => white.play(gameId, 'g1f3', 3), () => white.identity.getSelf({}),
      () => white.identity.createGuest({})]) {
      await assert.rejects(call, (refusal) => reasonOf(refusal) === 'ACCOUNT_BANNED' &&
        /until 20\d\d-/.test(refusal.message));
    }
    const {game} = await retry(() => black.games.getGame({gameId}));
    assert.equal(game.view.result, undefined, 'the game goes on');
    await done('player', 'unban', 'Cheater', ...because);
    await until(() => white.play(gameId, 'g1f3', 3).then(() => true, () => false), 15_000,
      'the player to be let in again');
    const {entries} = await done('audit', '--subject', `player:${white.id}`);
    assert.deepEqual(entries.map(({action, operator}) => `${operator} ${action}`),
      ['olga player_unban', 'olga player_ban']);
    assert.equal(entries[1].reason, 'a test wants it');
  });

test('The same request twice is one deed', {timeout: 60_000}, async () => {
  const player = await Player.guest(system.url, 'Repeated');
  const request = ['player', 'mute', 'Repeated', '--for-ever', '--request-id', 'ab'.repeat(16)];
  await done(...request, ...because);
  const again = await done(...request, ...because);
  assert.ok('mute' in again && !('until' in again.mute));
  const {entries} = await done('audit', '--subject', `player:${player.id}`);
  assert.equal(entries.length, 1);
  const reused = await admin([...request, '--reason', 'another one']);
  assert.equal(reused.status, 1);
  assert.match(reused.err, /REQUEST_ID_REUSED/);
  assert.equal((await admin(['player', 'show', 'Nobody-here'])).status, 1);
});

test('A closed account keeps its games and loses its name', {timeout: 60_000}, async () => {
  const {white, black, gameId} = await pair(system.url, SETTINGS, {names: ['Leaver', 'Stayer']});
  for (const [i, move] of MATE.entries()) {
    await (i % 2 === 0 ? white : black).play(gameId, move, i + 1);
  }
  await done('player', 'close', 'Leaver', ...because);
  // Without a stream the gateway remembers a session for seconds.
  await until(() => white.identity.getSelf({}).then(() => false,
    (error) => reasonOf(error) === 'ACCOUNT_CLOSED'), 15_000, 'the session to end');
  // The game service remembers names for seconds.
  await until(async () => {
    const {games} = await retry(() => black.games.listGames({playerId: black.id}));
    assert.equal(games[0].gameId, gameId);
    return games[0].white.name === `Closed-${white.id}`;
  }, 30_000, 'the list to show another name');
  await assert.rejects(() => Player.guest(system.url, 'Leaver'),
    (error) => reasonOf(error) === 'NAME_TAKEN');
});

test('Ratings are verified, damaged, found out and rebuilt', {timeout: 60_000}, async () => {
  await until(() => system.sql('SELECT 1 FROM lobby.rating_history').length > 0, 15_000,
    'the finished game to be rated');
  const sound = await admin(['ratings', 'verify']);
  assert.equal(sound.status, 0, sound.out);
  assert.match(sound.out, /Everything is right/);
  const before = system.sql('SELECT * FROM lobby.ratings ORDER BY 1, 2, 3');
  system.sql('UPDATE lobby.ratings SET rating = rating + 10');
  const wrong = await admin(['ratings', 'verify']);
  assert.equal(wrong.status, 1);
  assert.match(wrong.out, /RATING/);
  const rebuilt = await done('ratings', 'rebuild', ...because);
  assert.equal(rebuilt.correctedGames, '0');
  assert.equal(rebuilt.correctedRatings, String(before.length));
  assert.deepEqual(system.sql('SELECT * FROM lobby.ratings ORDER BY 1, 2, 3'), before);
  assert.equal((await admin(['ratings', 'verify', 'Stayer'])).status, 0);
});

test('Retention says what is due and does it', {timeout: 60_000}, async () => {
  system.sql("INSERT INTO lobby.requests (player_id, request_id, payload_hash, create_time)" +
    " VALUES ('x', '\\x00', '\\x00', now() - interval '2 days')");
  const {kinds} = await done('retention', 'players');
  assert.deepEqual(kinds.map(({kind}) => kind),
    ['player_events', 'requests', 'sessions', 'guests', 'challenges', 'audit']);
  await done('retention', 'players', '--run', ...because);
  assert.equal(system.sql("SELECT 1 FROM lobby.requests WHERE player_id = 'x'").length, 0);
});

test('A notice is shown to everybody, can be dismissed, and ends', {timeout: 90_000}, async () => {
  const [small, large] = await Promise.all([360, 1440].map((width) =>
    Person.arrive(browser, system.url, {width, height: 800})));
  try {
    const text = 'Maintenance at 18:00 UTC: games go on, new ones wait a minute.';
    const set = await done('notice', 'set', text, '--severity', 'warning', '--until', '2h', ...because);
    const phone = await small.tab('/');
    const desk = await large.tab('/');
    for (const tab of [phone, desk]) {
      await tab.at('operator-notice').waitFor();
      assert.match(await tab.text('operator-notice'), /^Please note: Maintenance at 18:00 UTC/);
      assert.equal(await tab.at('operator-notice').getAttribute('data-severity'), 'warning');
      assert.equal(await tab.at('operator-notice').getAttribute('role'), 'status');
      const wide = await tab.page.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, 'nothing sticks out');
    }
    await phone.click('notice-dismiss');
    await phone.at('operator-notice').waitFor({state: 'detached'});
    await phone.page.reload();
    await phone.at('create-code').waitFor();
    assert.equal(await phone.at('operator-notice').count(), 0, 'dismissed for good');
    await done('notice', 'clear', set.notice.notice.noticeId, ...because);
    await desk.page.waitForTimeout(2100); // the lobby's memory of what is shown
    await desk.page.reload();
    await desk.at('create-code').waitFor();
    assert.equal(await desk.at('operator-notice').count(), 0);
  } finally {
    await Promise.all([small.leave(), large.leave()]);
  }
});

test('A browser whose account is banned says so and comes back after it', {timeout: 90_000},
  async () => {
    const person = await Person.arrive(browser, system.url);
    try {
      const tab = await person.tab('/');
      await tab.type('name-input', 'Rude-One');
      await tab.click('name-save');
      await tab.at('my-name').waitFor();
      await done('player', 'ban', 'Rude-One', '--until', '3d', ...because);
      await tab.at('barred').waitFor();
      assert.match(await tab.text('barred'), /banned until .*20\d\d/);
      await tab.click('create-code');
      await tab.wait(() => document.body.innerText.includes('This account is banned.'), null,
        'the refusal');
      // Looking on goes on, from the first call of a page on.
      const {gameId} = await pair(system.url, SETTINGS);
      const other = await person.tab(`/game/${gameId}`);
      await other.at('board-box').waitFor();
      await other.at('barred').waitFor();
      await done('player', 'unban', 'Rude-One', ...because);
      await tab.page.waitForTimeout(2100); // the gateway's memory of what was refused
      // Asked each minute, and when the page is looked at again; nothing is pressed or reloaded.
      await tab.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await tab.at('barred').waitFor({state: 'detached'});
      assert.equal(await tab.text('my-name'), 'Rude-One');
      await tab.click('create-code');
      await tab.at('join-link').waitFor();
      assert.equal(await tab.at('barred').count(), 0);
    } finally {
      await person.leave();
    }
  });

test('No log holds a token', () => {
  for (const name of SERVICES) {
    const log = system.log(name);
    assert.ok(!log.includes(token), name);
    assert.doesNotMatch(log, /op_[A-Za-z0-9_-]{40}/, name);
  }
  assert.ok(fs.existsSync(path.join(system.dir, 'logs')));
});
