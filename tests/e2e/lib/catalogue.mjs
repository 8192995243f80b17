// The table of docs/metrics.md: made from what services expose and where it is used.
import fs from 'node:fs';
import path from 'node:path';
import {usage} from './metrics.mjs';
import {ROOT, SERVICES} from './system.mjs';

export const PAGE = 'docs/metrics.md';
const FILE = path.join(ROOT, PAGE);
const BEGIN = '<!-- made by deploy/prometheus/catalogue.mjs -->',
  END = '<!-- end -->';

/** Metrics that no dashboard and no rule shows, and why that is right. */
const BY_HAND = {};

const GROUPS = [
  ['Game', /^chess_game_/],
  ['Lobby', /^chess_lobby_/],
  ['Clock', /^chess_clock_/],
  ['Analysis', /^chess_analysis_/],
  ['Gateway', /^chess_gateway_/],
  ['Postgres, as services see it', /^chess_postgres_/],
  ['Redis, as services see it', /^chess_redis_/],
  ['Threads and time', /^chess_(executor|time)_/],
  ['Calls and log', /^(grpc|chess_log)_/],
  ['Processes', /^(process_|chess_ready|chess_build)/],
];

const inOrder = (set, order) => [...set].sort((a, b) => order.indexOf(a) - order.indexOf(b));

/** {table: Markdown, faults: sentences}. `metrics` is of scrapeAll. */
export function tableOf(metrics) {
  const usedIn = usage(),
    faults = [],
    lines = [];
  const left = new Set(metrics.keys());
  for (const [title, pattern] of GROUPS) {
    lines.push(
      `### ${title}`,
      '',
      '| metric | type | labels | services | what | seen in |',
      '| --- | --- | --- | --- | --- | --- |',
    );
    for (const name of [...metrics.keys()].filter((one) => pattern.test(one)).sort()) {
      left.delete(name);
      const {type, labels, services, help} = metrics.get(name);
      const places = usedIn(name);
      if (places.length === 0 && !BY_HAND[name])
        faults.push(`${name} is in no dashboard and no rule (BY_HAND takes a reason)`);
      if (places.length > 0 && BY_HAND[name])
        faults.push(`${name} is said to be by hand, and is in ${places.join(', ')}`);
      const all = services.size === SERVICES.length ? 'all' : inOrder(services, SERVICES).join(', ');
      const seen = places.length > 0 ? places.join(', ') : `by hand: ${BY_HAND[name]}`;
      lines.push(`| \`${name}\` | ${type} | ${[...labels].sort().join(', ')} | ${all} | ${help} | ${seen} |`);
    }
    lines.push('');
  }
  for (const name of left) faults.push(`${name} belongs to no group of the catalogue: is its name right?`);
  for (const name of Object.keys(BY_HAND))
    if (!metrics.has(name)) faults.push(`${name} is by hand, and nothing exposes it`);
  return {table: lines.join('\n'), faults};
}

/** Puts the table into the page; true if the page was (or, with `check`, would be) changed. */
export function writePage(table, {check = false} = {}) {
  const before = fs.readFileSync(FILE, 'utf8');
  const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  const after = `${before.slice(0, begin)}${BEGIN}\n${table}${before.slice(end)}`;
  if (after === before) return false;
  if (!check) fs.writeFileSync(FILE, after);
  return true;
}
