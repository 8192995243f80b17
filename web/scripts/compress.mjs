// Puts a .gz and a .br beside every text file of the build; the gateway sends those to browsers
// that take them. Prints what a first visit loads and fails where that is more than it may be.
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = new URL('../dist', import.meta.url).pathname;
const texts = new Set(['.html', '.js', '.css', '.svg', '.webmanifest', '.json', '.map', '.wasm']);
const firstLoadLimit = 200 * 1024;

function* files(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** What an English first visit loads: page, script, style, worker and the Latin font. */
function isFirstLoad(path) {
  return /index\.html$|index-[^/]*\.(js|css)$|worker-[^/]*\.js$|latin-wght-[^/]*\.woff2$|icon\.svg$/.test(
    path,
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

// The gateway loads the files again when index.html changes: it does so last.
const now = new Date();
utimesSync(join(folder, 'index.html'), now, now);

console.log(
  `first load: ${(firstLoad / 1024).toFixed(1)} KiB gzipped (at most ${firstLoadLimit / 1024})`,
);
if (firstLoad > firstLoadLimit) {
  console.error('the first load is too large');
  process.exit(1);
}
