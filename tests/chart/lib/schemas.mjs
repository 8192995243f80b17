// Checks manifests against Kubernetes' own schemas, twice: as values against the JSON schemas
// (formats, enumerations, ranges), and as literals of the generated TypeScript types, where a field
// that the type does not have is an error. So a misspelt field cannot pass.
import {execFile} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {nameOf} from './helm.mjs';

const HERE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The module that knows an apiVersion; undefined: nobody does. */
function moduleOf(apiVersion) {
  if (apiVersion.startsWith('gateway.networking.k8s.io/')) return `@kubernetes-models/gateway-api/${apiVersion}`;
  if (apiVersion.startsWith('monitoring.coreos.com/')) return `@kubernetes-models/prometheus-operator/${apiVersion}`;
  if (apiVersion.startsWith('gateway.envoyproxy.io/')) return './envoy';
  return `kubernetes-models/${apiVersion}`;
}

/** Faults found by the JSON schemas, as sentences. */
export async function checkValues(objects) {
  const faults = [];
  for (const object of objects) {
    const module = moduleOf(object.apiVersion);
    if (module.startsWith('.')) continue;  // types only
    const kinds = await import(module).catch(() => ({}));
    if (!kinds[object.kind]) {
      faults.push(`${nameOf(object)}: no schema for ${object.apiVersion} ${object.kind}`);
      continue;
    }
    try {
      new kinds[object.kind](object).validate();
    } catch (error) {
      faults.push(`${nameOf(object)}: ${error.message}`);
    }
  }
  return faults;
}

/** Faults found by the types. `objects`: [{where, object}]; `folder` is for the generated file. */
export async function checkTypes(objects, folder) {
  const lines = [];
  const starts = [];  // [line, where]
  const seen = new Set();
  for (const {where, object} of objects) {
    const text = JSON.stringify(object, null, 1);
    if (seen.has(text)) continue;
    seen.add(text);
    starts.push([lines.length + 1, `${where}: ${nameOf(object)}`]);
    lines.push(...(`export const o${starts.length}: import('${moduleOf(object.apiVersion)}')` +
      `.I${object.kind} = ${text};`).split('\n'));
  }
  fs.mkdirSync(folder, {recursive: true});
  fs.writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  fs.copyFileSync(path.join(HERE, 'envoy.d.ts'), path.join(folder, 'envoy.d.ts'));
  // Modules are looked for upwards from the file.
  fs.rmSync(path.join(folder, 'node_modules'), {force: true});
  fs.symlinkSync(path.join(HERE, 'node_modules'), path.join(folder, 'node_modules'));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const compilerOptions = {noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', module: 'esnext',
    moduleResolution: 'bundler', types: []};
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({compilerOptions, files: ['manifests.ts']}));
  const out = await new Promise((resolve) => {
    execFile(process.execPath, [tsc, '--project', folder, '--pretty', 'false'],
      {cwd: folder, maxBuffer: 64 << 20}, (error, stdout, stderr) => resolve(error ? stdout + stderr || error.message : ''));
  });
  return out.split('\n').filter((line) => /error|Error/.test(line)).map((line) => {
    const at = Number(/\((\d+),/.exec(line)?.[1] ?? 0);
    const start = starts.findLast(([first]) => first <= at);
    return `${start?.[1] ?? ''} ${line.replace(/^.*?(error TS\d+: )/, '')} [${lines[at - 1]?.trim() ?? ''}]`;
  });
}
