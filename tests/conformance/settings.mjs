// docs/settings.md, the reference of settings, is written from the programs' own --help.
//
//   node tests/conformance/settings.mjs           compares; exit status 1 when the page is out of date
//   node tests/conformance/settings.mjs --write   writes it
//
// CHESS_BUILD_DIR names the build (default: build).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url).pathname;
const build = process.env.CHESS_BUILD_DIR ?? `${root}build`;
const page = `${root}docs/settings.md`;
const services = ['gateway', 'lobby', 'game', 'clock', 'analysis'];

// One setting is three lines: flag and type; variables and default; what it is.
function parse(help) {
  const settings = [];
  const lines = help.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const flag = lines[i].match(/^  (--[a-z0-9-]+) (\S+)$/);
    if (!flag) continue;
    const origin = lines[i + 1].match(/^\s+(\S+)(?: or (\S+))?\s+\((.*)\)$/);
    if (!origin) throw new Error(`cannot read the help about ${flag[1]}`);
    const [, variable, shared, standard] = origin;
    settings.push({
      flag: flag[1],
      variable: shared ?? variable,
      own: shared && variable,
      standard: standard.replace(/^default: /, ''),
      text: lines[i + 2].trim(),
    });
  }
  return settings;
}

const escape = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function table(service) {
  const help = execFileSync(`${build}/bin/chess-${service}`, ['--help'], { encoding: 'utf8' });
  const settings = parse(help);
  if (settings.length < 5) throw new Error(`chess-${service} --help shows too little`);
  const summary = help.split('\n')[0].replace(/^chess-\w+: /, '');
  const rows = settings.map(({ variable, standard, text }) => {
    const shown = standard.startsWith('secret') ? 'secret' : standard === 'none' ? '–' : `\`${standard}\``;
    return `| \`${variable}\` | ${shown} | ${escape(text)} |`;
  });
  return [
    `## chess-${service}`,
    '',
    summary,
    '',
    '| variable | default | what |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const text = `# Settings

<!-- Written by \`node tests/conformance/settings.mjs --write\` from each program's --help. -->

Every setting is an environment variable and a flag: \`CHESS_GAME_APPEND_THREADS=4\` is
\`--append-threads 4\` of \`chess-game\`; the flag wins. Variables without a service's name
(\`CHESS_SERVICE_SECRET\`) are the same for all; \`CHESS_<SERVICE>_…\` before them is read first, so one
service can differ. A secret may come from a file: \`CHESS_SERVICE_SECRET_FILE=/run/secrets/key\`.
A variable that no program knows is ignored: look twice at the spelling of one that has no effect.
A bad value, a missing one that is needed, or an unknown flag ends the program with status 2 and one
line that names it. What cannot be reached at the start ends it with status 3 after
\`START_WAIT_SECONDS\`. \`chess-migrate --help\` and \`chessctl --help\` explain the tools.

${services.map(table).join('\n')}`;

if (process.argv.includes('--write')) {
  writeFileSync(page, text);
} else {
  let present = '';
  try {
    present = readFileSync(page, 'utf8');
  } catch {
    // Then it is out of date, too.
  }
  if (present !== text) {
    console.error('docs/settings.md is out of date: node tests/conformance/settings.mjs --write');
    process.exit(1);
  }
}
