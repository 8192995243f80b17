// The disk of Postgres is full: a small file system of its own that is really filled. Nothing is
// acknowledged that is not stored, no service dies, and all goes on when there is room again.
// The file system is mounted in a mount namespace of this test, so that nothing stays behind.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {Code, pair, reasonOf} from '../e2e/lib/client.mjs';
import {checkLog, newRequestId, replaySettings} from '../e2e/lib/replay.mjs';
import {SERVICES, System} from '../e2e/lib/system.mjs';
import {Traffic, settle} from '../e2e/lib/traffic.mjs';
import {chooseSeed, seeded, until} from '../e2e/lib/wait.mjs';

const SIZE_MB = 160;
const disk = process.env.CHESS_TEST_DISK;

/** A command that mounts the disk and runs the rest of its words; as root, or in a user namespace
 * in which we are ourselves again. */
function mounting(folder, ...words) {
  const mount = `mount -t tmpfs -o size=${SIZE_MB}m,mode=777 tmpfs "$1" && shift &&`;
  if (process.getuid() === 0) return ['unshare', ['-m', 'bash', '-c', `${mount} exec "$@"`, 'bash', folder, ...words]];
  const again = `unshare -U --map-user=${process.getuid()} --map-group=${process.getgid()}`;
  return ['unshare', ['-Urm', 'bash', '-c', `${mount} exec ${again} "$@"`, 'bash', folder, ...words]];
}

if (!disk) {
  test('in a mount namespace', {timeout: 300_000}, (context) => {
    const folder = fs.mkdtempSync('/tmp/castellan-disk-');
    fs.chmodSync(folder, 0o755);
    try {
      const probe = spawnSync(...mounting(folder, 'true'), {encoding: 'utf8'});
      if (probe.status !== 0) {
        context.skip(`no file system can be mounted here: ${(probe.stderr || probe.error?.message).trim()}`);
        return;
      }
      const env = {...process.env, CHESS_TEST_DISK: folder};
      delete env.NODE_TEST_CONTEXT;
      const inner = spawnSync(...mounting(folder, process.execPath, '--test', fileURLToPath(import.meta.url)),
        {encoding: 'utf8', env, timeout: 240_000});
      console.log(inner.stdout);
      assert.equal(inner.status, 0, inner.stderr);
    } finally {
      fs.rmdirSync(folder);
    }
  });
}

let system;
after(async () => {
  await system?.stop();
  // Players of a failed run would try for ever.
  setTimeout(() => process.exit(1), 5000).unref();
});

const ballast = () => path.join(disk, 'ballast');
/** Takes what is free, to the last block. */
function fill() {
  const file = fs.openSync(ballast(), 'a');
  for (let size = 1 << 20; size >= 4096; size >>= 4) {
    try {
      for (;;) fs.writeSync(file, Buffer.alloc(size, 1));
    } catch (error) {
      assert.equal(error.code, 'ENOSPC');
    }
  }
  fs.closeSync(file);
}
const free = () => fs.rmSync(ballast(), {force: true});

/** A game of which every answer is looked at, not repeated until it is good. */
class Probe {
  static async open() {
    return Object.assign(new Probe(), await pair(system.url, replaySettings({})), {turn: 1, acknowledged: []});
  }

  /** The next move of knights that go to and fro, or again the one that was refused. */
  async step() {
    this.request ??= {
      gameId: this.gameId, requestId: newRequestId(), expectedTurn: this.turn,
      move: ['g1f3', 'g8f6', 'f3g1', 'f6g8'][(this.turn - 1) % 4],
    };
    const began = Date.now();
    try {
      const {seq} = await (this.turn % 2 === 1 ? this.white : this.black).games.playMove(this.request);
      this.acknowledged.push({seq: Number(seq), requestId: Buffer.from(this.request.requestId).toString('hex')});
      this.turn += 1;
      this.request = undefined;
      return undefined;
    } catch (error) {
      return Object.assign(error, {ms: Date.now() - began});
    }
  }

  /** Plays until a move is refused, and says whether that was done as it should be. */
  async refused(what) {
    const error = await until(() => this.step(), 20_000, `a refusal: ${what}`);
    console.log(`${what}: refused after ${error.ms} ms, ${reasonOf(error)} ${error.message}`);
    assert.equal(error.code, Code.Unavailable, what);
    assert.match(reasonOf(error), /^(DEPENDENCY_AWAY|COMMIT_UNKNOWN)$/);
    assert.ok(error.ms < 5000, 'before the caller gives up');
  }
}

if (disk) test('a full disk', {timeout: 200_000}, async () => {
  fs.mkdirSync(path.join(disk, 'data'));
  system = await System.start({
    env: {CHESS_DEV_PG_OPTIONS: '-c wal_recycle=off'},
    prepare: (dir) => fs.symlinkSync(path.join(disk, 'data'), path.join(dir, 'postgres')),
  });
  const traffic = new Traffic(system, seeded(chooseSeed()), {games: 12, rate: 60});
  await traffic.start();
  const probe = await Probe.open();
  const pids = () => SERVICES.map((name) => system.pid(name));
  const before = pids();
  const said = (words) => system.log('postgres').includes(words);

  // The segment of the log that is being written is already there: first the tables cannot grow.
  fill();
  await until(() => said('could not extend file'), 30_000, 'a table that cannot grow');
  await probe.refused('no room for a table');
  free();
  await until(async () => !await probe.step(), 20_000, 'a move');
  const [[postgres]] = system.sql('SELECT pg_postmaster_start_time()');

  // Then the log: Postgres gives up, and cannot start before there is room.
  fill();
  try {
    system.sql('SELECT pg_switch_wal()');
  } catch {
    // Postgres may go down with this very statement.
  }
  await until(() => said('PANIC'), 30_000, 'Postgres to give up');
  fill();
  for (let i = 0; i < 3; ++i) await probe.refused('no room for the log');
  free();
  const freed = Date.now();
  await until(async () => !await probe.step(), 30_000, 'a move');
  console.log(`moves are accepted ${Date.now() - freed} ms after there was room`);
  await traffic.flow(24, 'moves after there is room again');
  assert.notEqual(system.sql('SELECT pg_postmaster_start_time()')[0][0], postgres);
  assert.deepEqual(pids(), before, 'no service has died');
  await settle(system, traffic);
  checkLog(system, [probe]);
});
