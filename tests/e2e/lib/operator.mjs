// An operator at the command line: a token made by chess-migrate, and `chessctl admin` with it.
import {execFile} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {ROOT} from './system.mjs';

const BUILD = process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build');

/** Runs a program of this build: {status, out, err}. */
function run(program, args, env) {
  return new Promise((resolve) => {
    execFile(path.join(BUILD, 'bin', program), args, {env: {...process.env, ...env}, timeout: 60_000},
      (error, out, err) => resolve({status: error ? error.code ?? 1 : 0, out, err}));
  });
}

export class Operator {
  constructor(system, name, token) {
    this.system = system;
    this.name = name;
    this.env = {CHESS_SERVER: system.grpc, CHESS_OPERATOR_TOKEN: token};
  }

  static async make(system, name) {
    const url = `postgresql:///castellan?host=${system.socketDir()}&user=castellan`;
    const made = await run('chess-migrate', ['--postgres-url', url, '--add-operator', name], {});
    if (made.status !== 0) throw new Error(`chess-migrate: ${made.err}`);
    return new Operator(system, name, made.out.trim());
  }

  /** `chessctl admin …args`. */
  admin(args, env = {}) {
    return run('chessctl', ['admin', ...args], {...this.env, ...env});
  }

  /** The same with --json; the answer as an object. Fails unless the status is `status`. */
  async json(args, status = 0) {
    const done = await this.admin([...args, '--json']);
    if (done.status !== status) {
      throw new Error(`chessctl admin ${args.join(' ')}: ${done.status} ${done.err}${done.out}`);
    }
    return JSON.parse(status === 0 ? done.out : done.err);
  }

  /** host:port of a service's admin HTTP port. */
  adminPort(service) {
    const line = fs.readFileSync(path.join(this.system.dir, 'ports', service), 'utf8');
    return `127.0.0.1:${/admin=(\d+)/.exec(line)[1]}`;
  }

  serviceSecret() {
    return fs.readFileSync(path.join(this.system.dir, 'secret'), 'utf8').trim();
  }
}
