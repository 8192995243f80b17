// What an operator did wrong is said in one line that names it, with an exit status that means it:
// 2 a setting, 3 something that is needed and does not answer.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const root = new URL('../../', import.meta.url).pathname;
const bin = `${process.env.CHESS_BUILD_DIR ?? `${root}build`}/bin`;
const services = ['lobby', 'game', 'clock', 'analysis', 'gateway'];
const nowhere = 'postgresql://chess:h1dden@127.0.0.1:1/chess';

// Nothing of this machine's own settings; the engine is a program that certainly exists.
function run(program, { flags = [], ...settings } = {}) {
  const environment = { PATH: process.env.PATH, CHESS_ANALYSIS_ENGINE: '/bin/true', ...settings };
  const done = spawnSync(`${bin}/${program}`, flags, { env: environment, encoding: 'utf8', timeout: 30_000 });
  const lines = done.stderr.split('\n').filter(Boolean);
  return { status: done.status, lines, all: done.stdout + done.stderr };
}

function refused(result, status, pattern) {
  assert.equal(result.status, status, result.all);
  assert.equal(result.lines.length, 1, result.all);
  assert.match(result.lines[0], pattern);
}

for (const service of services) {
  const program = `chess-${service}`;
  const secret = { CHESS_SERVICE_SECRET: 's' };

  test(`${program}: the missing secret is named, with what it is`, () => {
    refused(run(program), 2, /CHESS_SERVICE_SECRET \(or CHESS_SERVICE_SECRET_FILE\) is not set/);
  });
  test(`${program}: a secret's file that cannot be read is named`, () => {
    const result = run(program, { CHESS_SERVICE_SECRET_FILE: '/nowhere/secret' });
    refused(result, 2, /CHESS_SERVICE_SECRET_FILE: cannot read \/nowhere\/secret/);
    // What is left of a mount whose file was not there.
    refused(run(program, { CHESS_SERVICE_SECRET_FILE: '/' }), 2, /CHESS_SERVICE_SECRET_FILE: cannot read \/ \(Is a dir/);
  });
  test(`${program}: a bad value and an unknown flag are named`, () => {
    const variable = `CHESS_${service.toUpperCase()}_DRAIN_PAUSE_MS`;
    refused(run(program, { ...secret, [variable]: 'soon' }), 2, new RegExp(`${variable}: "soon" is not`));
    refused(run(program, { ...secret, flags: ['--calvinball'] }), 2, /--calvinball: unknown argument/);
  });
  test(`${program}: an address that cannot be listened on is named`, () => {
    const result = run(program, {
      ...secret,
      CHESS_POSTGRES_URL: nowhere,
      flags: [service === 'gateway' ? '--http-listen=192.0.2.1:1' : '--listen=192.0.2.1:1', '--log-level=error'],
    });
    refused(result, 1, /192\.0\.2\.1:1/);
  });
}

for (const service of ['lobby', 'game']) {
  const program = `chess-${service}`;
  test(`${program}: a database that is not named, or does not answer`, () => {
    refused(run(program, { CHESS_SERVICE_SECRET: 's' }), 2, /CHESS_POSTGRES_URL .* is not set/);
    const result = run(program, {
      CHESS_SERVICE_SECRET: 's',
      CHESS_POSTGRES_URL: nowhere,
      flags: ['--start-wait-seconds=1', '--log-level=error'],
    });
    refused(result, 3, /Postgres does not answer .* check CHESS_POSTGRES_URL/);
    assert.doesNotMatch(result.all, /h1dden/);
  });
}

for (const service of ['lobby', 'game']) {
  test(`chess-${service}: an address of Postgres that is none is named and not shown`, () => {
    const result = run(`chess-${service}`, { CHESS_SERVICE_SECRET: 's', CHESS_POSTGRES_URL: 'postgres:/castellan:h1dden@db/castellan' });
    refused(result, 2, /CHESS_POSTGRES_URL: the value given is not a libpq URI/);
    assert.doesNotMatch(result.all, /h1dden/);
  });
}

for (const service of ['lobby', 'game', 'clock', 'gateway']) {
  test(`chess-${service}: an address of Redis that is none, or wants TLS, is named and not shown`, () => {
    const result = run(`chess-${service}`, { CHESS_SERVICE_SECRET: 's', CHESS_POSTGRES_URL: nowhere, CHESS_REDIS_URL: 'rediss://:h1dden@cache:6379' });
    refused(result, 2, /CHESS_REDIS_URL: the value given is not redis:.* there is no TLS/);
    assert.doesNotMatch(result.all, /h1dden/);
  });
}

for (const service of ['lobby', 'game', 'clock', 'analysis', 'gateway']) {
  test(`chess-${service}: a secret that no header can carry is refused and not shown`, () => {
    const result = run(`chess-${service}`, { CHESS_SERVICE_SECRET: 'h1dden\nh1dden', CHESS_POSTGRES_URL: nowhere });
    refused(result, 2, /CHESS_SERVICE_SECRET: the value given is not printable ASCII/);
    assert.doesNotMatch(result.all, /h1dden/);
  });
}

test('addresses that name nobody are refused', () => {
  for (const [service, peer] of [['clock', 'GAME'], ['clock', 'LOBBY'], ['game', 'LOBBY'], ['game', 'ANALYSIS'], ['lobby', 'GAME']]) {
    const result = run(`chess-${service}`, { CHESS_SERVICE_SECRET: 's', CHESS_POSTGRES_URL: nowhere, [`CHESS_${peer}_INTERNAL_ADDRESS`]: ' ,,' });
    refused(result, 2, new RegExp(`CHESS_${peer}_INTERNAL_ADDRESS: " ,," is not empty or addresses`));
  }
});

test('chess-analysis: an engine that is not there is named', () => {
  const result = run('chess-analysis', { CHESS_SERVICE_SECRET: 's', CHESS_ANALYSIS_ENGINE: '/nowhere/engine' });
  refused(result, 2, /CHESS_ANALYSIS_ENGINE: "\/nowhere\/engine" is not a program/);
});

test('chess-migrate: no database, no answer, no files', () => {
  refused(run('chess-migrate'), 2, /CHESS_POSTGRES_URL/);
  refused(run('chess-migrate', { CHESS_POSTGRES_URL_FILE: '/' }), 2, /CHESS_POSTGRES_URL_FILE: cannot read \/ \(Is a dir/);
  const migrations = `${root}deploy/postgres/migrations`;
  const away = run('chess-migrate', { CHESS_POSTGRES_URL: nowhere, flags: ['--dir', migrations] });
  refused(away, 3, /POSTGRES_AWAY.*check CHESS_POSTGRES_URL/);
  assert.doesNotMatch(away.all, /h1dden/);
  refused(run('chess-migrate', { CHESS_POSTGRES_URL: nowhere, flags: ['--dir', '/nowhere'] }), 1, /\/nowhere/);
});

test('every program says which build it is and explains itself', () => {
  for (const program of [...services.map((s) => `chess-${s}`), 'chess-migrate', 'chessctl']) {
    assert.match(run(program, { flags: ['--version'] }).all, new RegExp(`^${program} \\d+\\.\\d+\\.\\d+ \\(\\w+\\)\\n$`));
    const help = run(program, { flags: ['--help'] });
    assert.equal(help.status, 0);
    assert.match(help.all, /--version/);
  }
});

test('a secret from a file is taken without its line end', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'chess-start-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'url'), `${nowhere}\n`);
  const result = run('chess-migrate', {
    CHESS_POSTGRES_URL_FILE: join(folder, 'url'),
    flags: ['--dir', `${root}deploy/postgres/migrations`],
  });
  refused(result, 3, /POSTGRES_AWAY/);
});
