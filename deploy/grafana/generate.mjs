// Writes deploy/grafana/dashboards/*.json from spec/*.mjs. `--check` writes nothing and fails where a
// file is not what the descriptions say.
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const check = process.argv[2] === '--check';
const out = path.join(HERE, 'dashboards');
const names = fs
  .readdirSync(path.join(HERE, 'spec'))
  .map((file) => path.basename(file, '.mjs'))
  .sort();
const stale = [];

for (const name of names) {
  const {default: dashboard} = await import(pathToFileURL(path.join(HERE, 'spec', `${name}.mjs`)));
  const text = `${JSON.stringify(dashboard, null, 1)}\n`;
  const file = path.join(out, `${name}.json`);
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (before === text) continue;
  if (check) stale.push(name);
  else fs.writeFileSync(file, text);
}
for (const file of fs.readdirSync(out)) {
  if (!names.includes(path.basename(file, '.json'))) stale.push(file);
}
if (stale.length > 0) {
  console.error(`not as described: ${stale.join(', ')}; run node deploy/grafana/generate.mjs`);
  process.exit(1);
}
