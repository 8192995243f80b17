// Finishes a build: puts a .gz and a .br beside every text file (the gateway sends those to browsers
// that take them), fails where a first visit loads more than it may, and moves the whole to dist/ in
// one step, so that a gateway that serves from there never reads half a build.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = new URL('../node_modules/.build', import.meta.url).pathname;
const target = new URL('../dist', import.meta.url).pathname;
const texts = new Set(['.html', '.js', '.css', '.svg', '.webmanifest', '.json', '.map', '.wasm']);
const firstLoadLimit = 200 * 1024;

function* files(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

const page = readFileSync(join(folder, 'index.html'), 'utf8');

/** What an English first visit loads: the page, what it names, the worker and the Latin font. */
function isFirstLoad(path) {
  return (
    /index\.html$|worker-[^/]*\.js$|latin-wght-[^/]*\.woff2$|icon\.svg$/.test(path) ||
    (/\.(js|css)$/.test(path) && page.includes(basename(path)))
  );
}

let firstLoad = 0;
for (const path of [...files(folder)]) {
  if (path.endsWith('.gz') || path.endsWith('.br')) continue;
  let size = statSync(path).size;
  if (texts.has(extname(path))) {
    const bytes = readFileSync(path);
    const packed = gzipSync(bytes, { level: 9 });
    writeFileSync(`${path}.gz`, packed);
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    );
    size = packed.length;
  }
  if (isFirstLoad(path)) firstLoad += size;
}

console.log(
  `first load: ${(firstLoad / 1024).toFixed(1)} KiB gzipped (at most ${firstLoadLimit / 1024})`,
);
if (firstLoad > firstLoadLimit) {
  console.error('the first load is too large');
  process.exit(1);
}

rmSync(`${target}.old`, { recursive: true, force: true });
try {
  renameSync(target, `${target}.old`);
} catch {
  // There was no build before.
}
renameSync(folder, target);
rmSync(`${target}.old`, { recursive: true, force: true });
