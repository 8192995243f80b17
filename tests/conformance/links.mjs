// Every relative link in the project's pages leads to a file, and to a heading where it names one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(new URL('../../', import.meta.url).pathname);
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

// As GitHub makes them of headings.
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
const withoutCode = (text) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
const anchorsOf = (file) =>
  new Set(
    [...readFileSync(file, 'utf8').replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map((m) => anchor(m[1].trim())),
  );

let links = 0;
const broken = [];
for (const page of pages) {
  const file = join(root, page);
  if (!existsSync(file)) continue;
  for (const [, target] of withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    links += 1;
    const [path, heading] = target.split('#');
    const to = path ? resolve(dirname(file), path) : file;
    if (!existsSync(to)) broken.push(`${page}: ${target} is not there`);
    else if (heading && statSync(to).isFile() && !anchorsOf(to).has(heading))
      broken.push(`${page}: ${relative(root, to)} has no heading #${heading}`);
  }
}
for (const line of broken) console.error(line);
console.log(`${links} links in ${pages.length} pages, ${broken.length} broken`);
process.exit(broken.length === 0 && links > 0 ? 0 : 1);
