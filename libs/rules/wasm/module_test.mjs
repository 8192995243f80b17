// The module that browsers get: small, without imports that a page would have to think about, and
// of one mind with the native build about thousands of positions.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const build = process.env.CHESS_BUILD_DIR ?? path.join(import.meta.dirname, '../../../build');
const bytes = readFileSync(path.join(build, 'wasm/rules.wasm'));
const GAMES = '1';

async function instance() {
  const env = { emscripten_notify_memory_growth() {} };
  const wasi_snapshot_preview1 = { proc_exit() {} };
  const module = await WebAssembly.instantiate(bytes, { env, wasi_snapshot_preview1 });
  module.instance.exports._initialize();
  return module.instance.exports;
}

test('the module takes less than 120 KB compressed', () => {
  const size = gzipSync(bytes, { level: 9 }).length;
  console.log(`rules.wasm: ${bytes.length} bytes, ${size} compressed`);
  assert.ok(size < 120 * 1024, `${size} bytes`);
});

test('the module tells its page when memory grows and when all is lost, and asks nothing of it', () => {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map((i) => i.name);
  assert.deepEqual(imports, ['emscripten_notify_memory_growth', 'proc_exit']);
});

test('native and WebAssembly agree on one signature', async () => {
  const [native, positions] = execFileSync(path.join(build, 'tests/rules-signature'), [GAMES], {
    encoding: 'utf8',
  }).trim().split(' ');
  const began = performance.now();
  const module = BigInt.asUintN(64, (await instance()).chess_signature(Number(GAMES)));
  console.log(`${positions} positions, ${(performance.now() - began).toFixed(0)} ms in WebAssembly`);
  assert.equal(module.toString(16).padStart(16, '0'), native);
  assert.ok(Number(positions) > 4000);
});
