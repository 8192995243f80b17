// What the programs say of themselves: the settings in `--help`.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {BUILD, nameOf} from './helm.mjs';
import {containersOf, isOurs, workloads} from './pods.mjs';

const known = new Map();

/** {variables: Set, needed: [[either name]]} of a program; null: not built. */
export function settingsOf(program) {
  if (!known.has(program)) {
    const file = path.join(BUILD, 'bin', program);
    const help = fs.existsSync(file) ? execFileSync(file, ['--help'], {encoding: 'utf8', timeout: 10_000}) : null;
    known.set(program, help === null ? null : {
      variables: new Set(help.match(/\bCHESS_[A-Z0-9_]+\b/g) ?? []),
      // Without these a program runs, but not as part of a system.
      needed: help.split('\n').filter((line) => /^\s+CHESS_/.test(line) && / or CHESS_\w+_ADDRESS|\(secret/.test(line))
        .map((line) => line.match(/\bCHESS_[A-Z0-9_]+\b/g)),
      help,
    });
  }
  return known.get(program);
}

export const PROGRAMS = ['chess-lobby', 'chess-game', 'chess-clock', 'chess-analysis', 'chess-gateway', 'chess-migrate', 'chess-loadgen'];
export const notBuilt = () => PROGRAMS.filter((program) => !settingsOf(program));

/** Variables that a program does not know, and (with `all`) those that it needs and does not get. */
export function checkSettings(objects, {all = false} = {}) {
  return workloads(objects).flatMap(({owner, spec}) => containersOf(spec).filter(isOurs).flatMap((container) => {
    const program = path.basename(container.command[0]);
    const settings = settingsOf(program);
    const names = new Set((container.env ?? []).map((e) => e.name));
    const faults = [...names].filter((name) => name.startsWith('CHESS_') && !settings.variables.has(name))
      .map((name) => `${program} does not know ${name}`);
    if (all) {
      faults.push(...settings.needed.filter((either) => !either.some((name) => names.has(name)))
        .map((either) => `${program} is not given ${either.join(' or ')}`));
    }
    for (const flag of (container.args ?? []).filter((a) => String(a).startsWith('--'))) {
      if (!settings.help.includes(flag)) faults.push(`${program} does not know ${flag}`);
    }
    return faults.map((fault) => `${nameOf(owner)}: ${fault}`);
  }));
}
