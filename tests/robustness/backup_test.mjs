// Backups as an operator makes them, with the scripts of deploy/backup, in the middle of play; and
// what they are for: the whole platform on the restored data has every acknowledged move.
import assert from 'node:assert/strict';
import {execFile, execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';
import {Player} from '../e2e/lib/client.mjs';
import {recordedGames} from '../e2e/lib/games.mjs';
import {Replay, inParallel} from '../e2e/lib/replay.mjs';
import {ROOT, System} from '../e2e/lib/system.mjs';
import {Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, seeded, until} from '../e2e/lib/wait.mjs';

const random = seeded(chooseSeed());
const SCRIPTS = ['base', 'archive-wal', 'fetch-wal', 'dump', 'restore-dump', 'restore', 'verify', 'prune'];
const SECRET = 'p4ss wörd%';
let system, restored, tools, backups, moment;
after(async () => {
  await system?.stop();
  await restored?.stop();
  if (backups) fs.rmSync(backups, {recursive: true, force: true});
  // Players of a failed run would try for ever.
  setTimeout(() => process.exit(1), 5000).unref();
});

/** Runs a script of deploy/backup, as it was installed or with --dev as it is here: {status, out, err}. */
function run(script, args, env = {}) {
  const folder = tools && !args.includes('--dev') ? tools : path.join(ROOT, 'deploy/backup');
  const url = `postgresql://castellan@/castellan?host=${(restored ?? system)?.socketDir()}`;
  return new Promise((resolve) => execFile(path.join(folder, script), args,
    {env: {...process.env, CHESS_BACKUP_DIR: backups ?? '', CHESS_POSTGRES_URL: url,
      CHESS_DEV_DIR: (restored ?? system)?.dir ?? '', ...env}, timeout: 60_000},
    (error, out, err) => resolve({status: error ? error.code : 0, out, err})));
}
async function succeed(script, ...args) {
  const {status, out, err} = await run(script, args);
  assert.equal(status, 0, `${script} ${args.join(' ')}: ${err}`);
  console.log(out.trim());
  return out;
}
async function refuse(status, words, script, args, env) {
  const answer = await run(script, args, env);
  assert.equal(answer.status, status, `${script} ${args.join(' ')}: ${answer.out}${answer.err}`);
  assert.match(answer.err, words);
  assert.equal(answer.err.trim().split('\n').length, 1, `one line: ${answer.err}`);
}

/** What was acknowledged until now: game → [{seq, requestId}]. */
const acknowledged = (traffic) => new Map(traffic.everything().map((replay) =>
  [replay.gameId, {replay, answers: [...replay.acknowledged], over: Boolean(replay.last?.view.result)}]));

/** The log of a database: game → rows [{seq, requestId, content}]. */
function logOf(anySystem, database) {
  const log = new Map();
  for (const [gameId, seq, requestId, content] of anySystem.sql(`SELECT game_id, seq, encode(request_id, 'hex'),
      md5(events) FROM game.game_events ORDER BY game_id, seq`, database)) {
    if (!log.has(gameId)) log.set(gameId, []);
    log.get(gameId).push({seq: Number(seq), requestId, content});
  }
  return log;
}

/** Everything acknowledged is there, once, without gaps, and nothing differs from what was played. */
function checkLogs(log, played, acknowledgedThen) {
  let answers = 0;
  for (const [gameId, rows] of log) {
    rows.forEach((row, i) => assert.equal(row.seq, i + 1, `${gameId}: numbers without gaps`));
    assert.deepEqual(rows, played.get(gameId).slice(0, rows.length), gameId);
  }
  for (const [gameId, {answers: expected}] of acknowledgedThen) {
    for (const {seq, requestId} of expected) {
      assert.equal(log.get(gameId)?.[seq - 1]?.requestId, requestId, `${gameId}: acknowledged ${seq} is restored`);
      answers += 1;
    }
  }
  return answers;
}

test('usage, wrong usage and a server that is away', {timeout: 60_000}, async () => {
  await inParallel(SCRIPTS, 2, async (script) => {
    const help = await run(script, ['--help']);
    assert.equal(help.status, 0);
    assert.match(help.out, new RegExp(`^usage: ${script} `));
    await refuse(2, /\(--help\)/, script, ['--nonsense']);
  });
  await refuse(2, /no folder of backups/, 'base', []);
  await refuse(2, /does not exist/, 'dump', [], {CHESS_BACKUP_DIR: '/nowhere/at/all'});
  backups = fs.mkdtempSync('/tmp/castellan-backups-');
  fs.chmodSync(backups, 0o755);
  await refuse(2, /no database/, 'dump', [], {CHESS_POSTGRES_URL: ''});
  for (const url of [`postgresql://castellan:${encodeURIComponent(SECRET)}@127.0.0.1:1/castellan`,
    `postgresql://castellan@127.0.0.1:1/castellan?password=${encodeURIComponent(SECRET)}&connect_timeout=5`]) {
    for (const script of ['base', 'dump']) {
      const {status, out, err} = await run(script, [], {CHESS_POSTGRES_URL: url});
      assert.equal(status, 1);
      assert.match(err, /refused/);
      assert.equal(err.trim().split('\n').length, 1);
      assert.ok(!`${out}${err}`.includes(SECRET) && !`${out}${err}`.includes(encodeURIComponent(SECRET)));
    }
  }
  await refuse(1, /there is no backup/, 'verify', []);
  await refuse(1, /no base backup/, 'restore', ['--latest', '--into', path.join(backups, 'x')]);
  assert.deepEqual(fs.readdirSync(backups).filter((name) => !name.startsWith('.') && name !== 'dump'), [], 'nothing is left behind');
  assert.deepEqual(fs.readdirSync(path.join(backups, 'dump')), [], 'nor by dump');
});

test('the archive keeps what it has', {timeout: 60_000}, async () => {
  const wal = path.join(backups, 'try'), name = '000000010000000000000001';
  fs.mkdirSync(wal);
  const [one, two, back] = ['one', 'two', 'back'].map((file) => path.join(backups, file));
  fs.writeFileSync(one, 'first');
  fs.writeFileSync(two, 'other');
  await succeed('archive-wal', '--to', wal, one, name);
  await succeed('archive-wal', '--to', wal, one, name);
  await refuse(1, /another content/, 'archive-wal', ['--to', wal, two, name]);
  await refuse(1, /does not exist/, 'archive-wal', ['--to', `${wal}x`, one, name]);
  await succeed('fetch-wal', '--from', wal, name, back);
  assert.equal(fs.readFileSync(back, 'utf8'), 'first');
  assert.equal((await run('fetch-wal', ['--from', wal, `${name.slice(0, -1)}2`, back])).status, 1);
  assert.deepEqual(fs.readdirSync(wal), [`${name}.gz`]);
});

/** The last segment too is in the archive. */
async function archiveAll() {
  const [[segment]] = system.sql('SELECT pg_walfile_name(pg_switch_wal())');
  await until(() => fs.existsSync(path.join(backups, 'wal', `${segment}.gz`)), 30_000, `${segment} in the archive`);
}

/** What is left of a server that died: its pg_wal. */
function keepLastSegments() {
  execFileSync('cp', ['-a', path.join(system.dir, 'postgres/pg_wal'), path.join(backups, 'pg_wal')]);
}

test('a base backup under load, restored to a moment, is the platform as it was then', {timeout: 240_000}, async () => {
  // The scripts are installed on the database's host, as docs/recovery.md says.
  tools = path.join(backups, 'tools');
  fs.cpSync(path.join(ROOT, 'deploy/backup'), tools, {recursive: true});
  system = await System.start({env: {CHESS_DEV_PG_OPTIONS: '-c archive_mode=on -c archive_timeout=60'}});
  fs.mkdirSync(path.join(backups, 'wal'));
  const data = fs.statSync(path.join(system.dir, 'postgres'));
  fs.chownSync(path.join(backups, 'wal'), data.uid, data.gid);
  system.sql(`ALTER SYSTEM SET archive_command = '${tools}/archive-wal --to ${backups}/wal "%p" "%f"'`);
  system.sql('SELECT pg_reload_conf()');

  const traffic = new Traffic(system, random, {games: 12, rate: 150});
  // Short ones and longer ones, so that some are over at the moment and others are not.
  const short = recordedGames(Infinity).filter(({moves}) => moves.length < 30);
  traffic.library = [...short, ...short, ...short, ...recordedGames(400).filter(({moves}) => moves.length > 60 && moves.length < 90).slice(0, 40)];
  await traffic.start();
  await succeed('base');
  await traffic.flow(30, 'moves after the base backup');
  const dumped = acknowledged(traffic);
  await succeed('dump', '--dev');
  await traffic.flow(240, 'moves after the dump');
  await until(() => traffic.error || traffic.finished.length > 0, 60_000, 'a game that is over');
  const then = acknowledged(traffic);
  [[moment]] = system.sql("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')");
  await traffic.flow(60, 'moves after the moment');
  await settle(system, traffic);
  await archiveAll();
  const played = logOf(system);
  for (const kind of ['base', 'dump']) {
    const text = fs.readFileSync(path.join(backups, 'metrics', `castellan_backup_${kind}.prom`), 'utf8');
    const value = (name) => Number(text.match(new RegExp(`^chess_backup_last_success_${name}{kind="${kind}"} (\\d+)$`, 'm'))[1]);
    assert.ok(Math.abs(value('timestamp_seconds') - Date.now() / 1000) < 300);
    assert.ok(value('size_bytes') > 1000);
  }
  await succeed('verify', '--all');
  const secret = fs.readFileSync(path.join(system.dir, 'secret'));
  keepLastSegments();
  await system.stop();

  restored = await System.start({prepare: async (dir) => {
    fs.writeFileSync(path.join(dir, 'secret'), secret, {mode: 0o600});
    await succeed('restore', '--time', moment, '--into', path.join(dir, 'postgres'));
  }});
  system = undefined;
  const log = logOf(restored);
  const answers = checkLogs(log, played, then);
  const rows = (map) => [...map.values()].reduce((sum, list) => sum + list.length, 0);
  console.log(`restored to ${moment}: ${then.size} games, ${answers} answers, ${rows(log)} of ${rows(played)} decisions`);
  assert.ok(rows(log) < rows(played), 'nothing after the moment');
  const [[later]] = restored.sql(`SELECT count(*) FROM game.games WHERE create_time > '${moment}+00'`);
  assert.equal(later, '0');
  checkAsDocumented();
  await checkGames(then);
  await checkDump(dumped, played);
});

/** The queries of the drill find nothing, and would find a gap. */
function checkAsDocumented() {
  const page = fs.readFileSync(path.join(ROOT, 'docs/recovery.md'), 'utf8');
  const look = page.match(/port=5433' <<'SQL'\n([^]*?) *SQL\n/)[1].split(';').slice(0, 2);
  for (const query of look) assert.deepEqual(restored.sql(query), [], query);
  const [[gameId]] = restored.sql('SELECT game_id FROM game.game_events WHERE seq = 3 LIMIT 1');
  const without = (seq) => restored.sql(`BEGIN; DELETE FROM game.game_events WHERE game_id = '${gameId}' AND seq ${seq};
    ${look[seq === '= 2' ? 0 : 1]}; ROLLBACK`);
  for (const seq of ['= 2', '> 2']) assert.deepEqual(without(seq), [[gameId]], seq);
}

/** The referee on the restored log: every game stands where it stood, and can be played to its end. */
async function checkGames(then) {
  const unfinished = [];
  await inParallel([...then.values()], 4, async ({replay, answers, over}) => {
    const white = new Player(restored.url, replay.white.token);
    const {game} = await white.games.getGame({gameId: replay.gameId});
    const moves = game.moves.map((move) => move.uci);
    assert.deepEqual(moves, replay.game.moves.slice(0, moves.length), replay.gameId);
    assert.ok(Number(game.view.seq) >= (answers.at(-1)?.seq ?? 0), replay.gameId);
    if (over) {
      assert.equal(game.view.result.score, replay.game.result, replay.gameId);
      assert.equal(game.view.fen, replay.game.finalFen, replay.gameId);
    } else if (!game.view.result) {
      unfinished.push(Object.assign(new Replay(replay.game), {
        gameId: replay.gameId, white, black: new Player(restored.url, replay.black.token), watchers: [],
        turn: moves.length + 1, last: {view: game.view}}));
    }
  });
  const over = then.size - unfinished.length;
  assert.ok(over > 0 && unfinished.length > 0, `${over} games over, ${unfinished.length} not`);
  await inParallel(unfinished, 6, async (replay) => {
    await replay.playAll();
    const game = await replay.checkResult();
    assert.equal(game.view.result.score, replay.game.result, replay.gameId);
  });
  console.log(`${over} games stand with their results, ${unfinished.length} were played on to theirs`);
}

async function checkDump(dumped, played) {
  const [name] = fs.readdirSync(path.join(backups, 'dump'));
  const file = path.join(backups, 'dump', name);
  await succeed('restore-dump', file, '--database', 'from_dump');
  const answers = checkLogs(logOf(restored, 'from_dump'), played, dumped);
  console.log(`the dump has ${answers} answers, all that were given before it`);
  await cutOff(file);
  const query = 'SELECT count(*) FROM pg_indexes UNION ALL SELECT count(*) FROM pg_constraint ORDER BY 1';
  assert.deepEqual(restored.sql(query, 'from_dump'), restored.sql(query), 'indexes and constraints');
  await refuse(1, /already exists/, 'restore-dump', [file, '--database', 'from_dump']);
}

/** A restore that is told to stop in its middle takes its half-filled database away. */
async function cutOff(file) {
  const isThere = () => restored.sql("SELECT 1 FROM pg_database WHERE datname = 'half'").length > 0;
  const stubs = path.join(backups, 'slow');
  fs.mkdirSync(stubs);
  fs.writeFileSync(path.join(stubs, 'pg_restore'), '#!/bin/sh\nexec sleep 60\n', {mode: 0o755});
  const url = `postgresql://castellan@/castellan?host=${restored.socketDir()}`;
  const script = fs.readFileSync(path.join(tools, 'restore-dump'), 'utf8').replace('"$PG_BIN/pg_restore"', `'${stubs}/pg_restore'`);
  fs.writeFileSync(path.join(tools, 'restore-slowly'), script, {mode: 0o755});
  const child = spawn(path.join(tools, 'restore-slowly'), [file, '--database', 'half'],
    {env: {...process.env, CHESS_POSTGRES_URL: url}, stdio: 'ignore', detached: true});
  const ended = once(child, 'exit');
  await until(isThere, 20_000, 'the database to be made');
  // Twice, as `timeout` does it.
  for (let i = 0; i < 2; i++) process.kill(-child.pid, 'SIGTERM');
  assert.deepEqual(await ended, [1, null]);
  assert.ok(!isThere());
}

test('a base backup that is told to stop stops at once and leaves nothing behind', {timeout: 60_000}, async () => {
  const folder = path.join(backups, 'base'), before = fs.readdirSync(folder);
  // At this rate it would take the better part of an hour. Only the script is told, as by an orchestrator.
  const child = spawn(path.join(tools, 'base'), ['--rate', '32'], {stdio: ['ignore', 'ignore', 'pipe'],
    env: {...process.env, CHESS_BACKUP_DIR: backups, CHESS_POSTGRES_URL: `postgresql://castellan@/castellan?host=${restored.socketDir()}`}});
  let err = '';
  child.stderr.on('data', (text) => { err += text; });
  const ended = once(child, 'close');
  await until(() => fs.readdirSync(folder).length > before.length, 20_000, 'the backup to begin');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [1, null]);
  assert.match(err, /^base: stopped by a signal$/m);
  assert.deepEqual(fs.readdirSync(folder), before);
  // What it had started is gone too, and the folder free again.
  await until(async () => (await run('prune', ['--days', '99999'])).status === 0, 20_000, 'the lock');
});

test('damage is found, refusals are clear, old backups go', {timeout: 120_000}, async () => {
  await refuse(2, /is no time/, 'restore', ['--time', 'soon', '--into', `${backups}/x`]);
  await refuse(1, /ended before 2001/, 'restore', ['--time', '2001-01-01', '--into', `${backups}/x`]);
  await refuse(1, /is not empty/, 'restore', ['--latest', '--into', backups]);
  const wal = path.join(backups, 'wal');
  const segments = fs.readdirSync(wal).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).sort();
  assert.ok(segments.length > 1, 'segments');
  const [first] = fs.readdirSync(path.join(backups, 'base'));
  // Beyond the end of the archive: said so, and nothing half restored stays.
  await refuse(1, /the archive ends at .*, before 2100/, 'restore', ['--time', '2100-01-01', '--into', `${backups}/x`]);
  assert.ok(!fs.existsSync(`${backups}/x`));
  // The archive stopped early, but the dead server's log is there.
  const late = segments.slice(1).map((name) => path.join(wal, name));
  for (const file of late) fs.renameSync(file, `${file}.away`);
  const said = await succeed('restore', '--latest', '--wal', path.join(backups, 'pg_wal'), '--into', `${backups}/new/x`);
  assert.match(said, /as of the end of the archive/);
  assert.ok(said.match(/last transaction (\S+ \S+)\+00/)[1] > moment, 'what was not archived is restored');
  fs.rmSync(`${backups}/new`, {recursive: true});
  for (const file of late) fs.renameSync(`${file}.away`, file);
  // A byte of the log, a byte of a table.
  const last = path.join(wal, segments.at(-1)), content = fs.readFileSync(last);
  fs.writeFileSync(last, content.subarray(0, content.length - 100));
  await refuse(1, /damaged/, 'verify', []);
  const flipped = Buffer.from(content);
  flipped[flipped.length - 8] ^= 1;  // of gzip's own checksum: length and bytes are right
  fs.writeFileSync(last, flipped);
  await refuse(1, /damaged/, 'verify', []);
  fs.writeFileSync(last, content);
  const table = path.join(backups, 'base', first, 'data/global/pg_control');
  const bytes = fs.readFileSync(table);
  bytes[200] ^= 1;
  fs.writeFileSync(table, bytes);
  await refuse(1, /pg_control/, 'verify', []);
  await refuse(1, /damaged/, 'restore', ['--latest', '--into', `${backups}/x`]);
  bytes[200] ^= 1;
  fs.writeFileSync(table, bytes);
  // Older backups: a copy under an old name is what time would have made of it.
  const old = path.join(backups, 'base/20200101T000000Z');
  fs.cpSync(path.join(backups, 'base', first), old, {recursive: true});
  fs.writeFileSync(path.join(wal, '000000010000000000000000.gz'), '');
  fs.mkdirSync(path.join(backups, 'base/.20200102T000000Z'));
  await succeed('prune', '--days', '7', '--keep', '2');
  assert.ok(fs.existsSync(old), 'the newest two stay');
  assert.match(await succeed('prune', '--days', '7', '--keep', '1', '--dry-run'), /would remove base\/20200101T000000Z/);
  assert.ok(fs.existsSync(old), 'a dry run removes nothing');
  // Somebody reads; a removal that is cut off leaves nothing that could be taken for a backup.
  const reader = spawn('sh', ['-c', 'exec 8<"$0"; flock -s 8; echo; exec sleep 60', path.join(backups, '.reading')],
    {stdio: ['ignore', 'pipe', 'ignore']});
  await once(reader.stdout, 'data');
  await refuse(1, /restore or verify reads/, 'prune', ['--days', '7', '--keep', '1']);
  reader.kill();
  await once(reader, 'exit');
  const stubs = path.join(backups, 'stubs');
  fs.mkdirSync(stubs);
  fs.writeFileSync(path.join(stubs, 'rm'), '#!/bin/sh\ncase "$*" in *2020*) exit 1 ;; esac\nexec /bin/rm "$@"\n', {mode: 0o755});
  await refuse(1, /cannot remove base\/20200101T000000Z/, 'prune', ['--days', '7', '--keep', '1'], {PATH: `${stubs}:${process.env.PATH}`});
  assert.deepEqual(fs.readdirSync(path.join(backups, 'base')).sort(), ['.20200101T000000Z', first]);
  await succeed('prune', '--days', '7', '--keep', '1');
  assert.deepEqual(fs.readdirSync(path.join(backups, 'base')), [first]);
  assert.ok(!fs.existsSync(path.join(wal, '000000010000000000000000.gz')));
  assert.equal(fs.readdirSync(path.join(backups, 'dump')).length, 1);
  await succeed('verify');
});
