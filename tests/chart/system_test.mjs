// What the chart tells the programs makes a system: its pods run here as processes on a private
// Postgres and Redis, are asked by its probes, play its `helm test`, and end within its grace period.
import assert from 'node:assert/strict';
import {spawn, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {freePort} from '../e2e/lib/metrics.mjs';
import {System} from '../e2e/lib/system.mjs';
import {until} from '../e2e/lib/wait.mjs';
import {CHART, render} from './lib/helm.mjs';
import {LocalPods} from './lib/local_pods.mjs';

const SERVICES = ['lobby', 'game', 'clock', 'analysis', 'gateway'];
let system;
let pods;

before(async () => {
  // Only Postgres and Redis are wanted of it; it insists on one service.
  system = await System.start({env: {CHESS_DEV_SERVICES: 'lobby'}});
  const objects = await render(['-f', path.join(CHART, 'ci/backup-values.yaml'),
    '--set', 'drain.pauseSeconds=5,drain.deadlineSeconds=1,tests.seconds=5']);
  const socket = system.socketDir();
  pods = await LocalPods.of(objects, {
    'castellan/service-secret': fs.readFileSync(path.join(system.dir, 'secret'), 'utf8'),
    'castellan/postgres-url': `postgresql://castellan@/castellan?host=${socket}`,
    'castellan/redis-url': `unix://${socket}/redis.sock`,
  }, system.dir);
});

after(async () => {
  pods?.stop();
  await system?.stop();
});

test('the migration job brings the database up to date, or finds that it is', async () => {
  const {status, out} = await pods.run('migrate');
  assert.equal(status, 0, out);
  assert.match(out, /0 applied, [1-9]\d* already there/);
});

test('the backup job makes a backup, reads it again and removes what is too old', async () => {
  const folder = path.join(pods.claim('castellan-backup'), 'dump');
  fs.mkdirSync(folder, {recursive: true});
  // The newest two stay however old they are.
  for (const day of ['01', '02', '03']) fs.writeFileSync(path.join(folder, `202001${day}T000000Z.dump`), '');
  const {status, out} = await pods.run('backup');
  assert.equal(status, 0, out);
  assert.match(out, /1 dumps, .* are whole/);
  const names = fs.readdirSync(folder).sort();
  assert.equal(names.length, 2, names.join());
  assert.equal(names[0], '20200103T000000Z.dump');
  assert.ok(fs.statSync(path.join(folder, names[1])).size > 10_000);
});

test('every service starts with what the chart gives it and passes its probes', async () => {
  pods.start();
  await pods.ready(SERVICES);
  for (const name of SERVICES) assert.equal(await pods.liveness(name), 200, name);
});

test('helm test plays games through the gateway', async () => {
  const {status, out} = await pods.run('play');
  assert.equal(status, 0, out);
  assert.match(out, /^moves +[1-9]/m);
  assert.match(out, /^submit -> opponent /m);  // over a live stream
});

test('the bundled Redis asks for its password, and shows it to nobody who lists processes', async (t) => {
  const port = await freePort();
  const objects = await render(['-f', path.join(CHART, 'ci/bundled-values.yaml'), '--set', `redis.port=${port}`]);
  const {command: [program, ...words], args} = objects.find((o) => o.kind === 'Deployment' && o.metadata.name === 'castellan-redis')
    .spec.template.spec.containers[0];
  const password = 'a "quoted" \\ $word';
  const redis = spawn(program, [...words, ...args], {env: {PATH: process.env.PATH, REDIS_PASSWORD: password}, stdio: 'ignore', cwd: system.dir});
  t.after(() => redis.kill('SIGKILL'));
  const ask = (env) => spawnSync('redis-cli', ['-p', String(port), 'ping'], {env: {PATH: process.env.PATH, ...env}, encoding: 'utf8'}).stdout.trim();
  await until(() => ask({REDISCLI_AUTH: password}) === 'PONG', 10_000, 'Redis');
  assert.match(ask({}), /NOAUTH/);
  const shown = fs.readFileSync(`/proc/${redis.pid}/cmdline`, 'utf8');
  assert.match(shown, /^redis-server/);
  assert.ok(!shown.includes('quoted'), shown);
});

test('after SIGTERM a pod is not ready, still serves, and ends by itself within its grace period', async () => {
  const began = Date.now();
  for (const {child} of pods.running.values()) child.kill('SIGTERM');
  await pods.ready(SERVICES, 'NOT_SERVING', 4_000);
  for (const name of SERVICES) assert.equal(await pods.liveness(name), 200, name);
  for (const [name, {ended, grace}] of pods.running) {
    assert.equal(await ended, 0, name);
    assert.ok(Date.now() - began < grace * 1000, `${name} took longer than ${grace} s`);
    assert.ok(Date.now() - began > 4_500, `${name} ended within the pause`);
  }
});
