// A private Castellan for a test: ./dev up in a folder of its own, with the means to hurt it.
import {execFile, execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {until} from './wait.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const SERVICES = ['lobby', 'game', 'clock', 'analysis', 'gateway'];

export class System {
  /** Starts a system that was built before. `env` is added to the environment of all its processes;
   * `prepare(dir)` may put something into its folder first. */
  static async start({env = {}, keep = process.env.CHESS_KEEP === '1', prepare} = {}) {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'castellan-test-'));
    fs.chmodSync(dir, 0o755);
    await prepare?.(dir);
    const system = new System(dir, keep);
    const build = process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build');
    // Limits of single callers are far above what a test's hundreds of players on one address need.
    system.env = {
      ...process.env, CHESS_DEV_DIR: dir, CHESS_BUILD_DIR: build, CHESS_DEV_PORT: '',
      CHESS_LOG_SAMPLE: '0', CHESS_GATEWAY_LIMITS: 'off', CHESS_GATEWAY_MAX_STREAMS_PER_CALLER: '10000',
      CHESS_GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '16384', ...env,
    };
    // Below the range from which the kernel takes ports for outgoing connections (32768 and up).
    const port = 18080 + Math.floor(Math.random() * 13000);
    try {
      await system.dev('up', '--detach', '--no-build', '--port', String(port));
    } catch (error) {
      await system.stop();  // nothing of one that did not start stays behind
      throw error;
    }
    const http = fs.readFileSync(path.join(dir, 'ports/http'), 'utf8');
    const grpc = fs.readFileSync(path.join(dir, 'ports/grpc'), 'utf8');
    system.url = `http://127.0.0.1:${http}`;
    system.grpc = `127.0.0.1:${grpc}`;
    return system;
  }

  constructor(dir, keep) {
    this.dir = dir;
    this.keep = keep;
  }

  dev(...args) {
    return new Promise((resolve, reject) => {
      execFile(path.join(ROOT, 'dev'), args, {env: this.env, timeout: 120_000}, (error, out, err) =>
        error ? reject(new Error(`./dev ${args.join(' ')}: ${err || error.message}`)) : resolve(out));
    });
  }

  async stop() {
    await this.dev('down').catch((error) => console.error(error.message));
    if (this.keep) console.log(`state kept in ${this.dir}`);
    else fs.rmSync(this.dir, {recursive: true, force: true});
  }

  pid(name) {
    try {
      return Number(fs.readFileSync(path.join(this.dir, 'pids', `${name}.pid`), 'utf8')) || 0;
    } catch {
      return 0;
    }
  }

  /** Sends a signal to one process; false if it was not running. */
  signal(name, signal) {
    try {
      process.kill(this.pid(name), signal);
      return true;
    } catch {
      return false;
    }
  }

  /** kill -9, and waits until its supervisor has started another. Redis keeps no data on disk. */
  async kill(name) {
    const before = this.pid(name);
    this.signal(name, 'SIGKILL');
    await until(() => this.pid(name) > 0 && this.pid(name) !== before, 20_000, `${name} to restart`);
  }

  socketDir() {
    return this.socket_ ??= execFileSync('bash', ['-c',
      `ROOT='${ROOT}'; source "$ROOT/deploy/local/common.sh"; printf %s "$SOCKET_DIR"`],
    {env: this.env, encoding: 'utf8'});
  }

  /** Rows of a query as arrays of text. */
  sql(query, database = 'castellan') {
    const psql = fs.readdirSync('/usr/lib/postgresql').sort((a, b) => a - b).pop();
    const out = execFileSync(`/usr/lib/postgresql/${psql}/bin/psql`,
      ['-qAtX', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-h', this.socketDir(), '-U', 'castellan',
        '-d', database, '-c', query], {encoding: 'utf8', maxBuffer: 1 << 28});
    return out.split('\n').filter(Boolean).map((line) => line.split('\t'));
  }

  log(name) {
    try {
      return fs.readFileSync(path.join(this.dir, 'logs', `${name}.log`), 'utf8');
    } catch {
      return '';
    }
  }
}
