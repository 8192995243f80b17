// What Castellan does on this machine: move generation against Stockfish in the same run, and the
// whole system under load. Prints a report; --write puts it into docs/performance.md.
//   --quick  short runs, to see that the benchmark itself works
//   --rules  the rules library alone
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {System, ROOT} from '../e2e/lib/system.mjs';

const quick = process.argv.includes('--quick');
const write = process.argv.includes('--write');
const rulesOnly = process.argv.includes('--rules');
if (process.argv.includes('--help')) {
  console.log('usage: ./dev bench [--quick] [--rules] [--write]');
  process.exit(0);
}

const BIN = path.join(process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build'), 'bin');
const SECONDS = quick ? 4 : 20;
const report = [];
const say = (line = '') => { report.push(line); console.log(line); };
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// --- Move generation -------------------------------------------------------------------------

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const POSITIONS = [
  ['start', 'standard', START, 6],
  ['many captures, castling', 'standard', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5],
  ['rook ending', 'standard', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 7],
  ['Chess960, closed', 'chess960', 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', 6],
  ['Chess960, open', 'chess960', '1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9', 6],
];
const CHESSCTL = path.join(BIN, 'chessctl');
const ROUNDS = quick ? 1 : 5;

function run(command, args) {
  const done = spawnSync(command, args, {encoding: 'utf8', maxBuffer: 1 << 26});
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`);
  return done;
}

// The counting alone, as chessctl times it.
function ours(rules, fen, depth, kernel) {
  const {stdout, stderr} = run(CHESSCTL, ['perft', '--rules', rules, '--depth', String(depth),
    ...(fen ? ['--fen', fen] : []), ...(kernel ? ['--kernel', kernel] : [])]);
  return {nodes: Number(/nodes (\d+)/.exec(stdout)[1]), seconds: Number(/([\d.]+) s,/.exec(stderr)[1])};
}

// A Stockfish that is up before the clock starts.
class Stockfish {
  static async start() {
    const file = ['/usr/games/stockfish', '/usr/bin/stockfish'].find((name) => fs.existsSync(name));
    if (!file) return null;
    const engine = new Stockfish();
    engine.child = spawn(file, {stdio: ['pipe', 'pipe', 'inherit']});
    engine.text = '';
    engine.child.stdout.setEncoding('utf8').on('data', (text) => {
      engine.text += text;
      engine.wake?.();
    });
    await engine.ask('uci', /uciok/);
    return engine;
  }
  async ask(command, answer) {
    this.text = '';
    this.child.stdin.write(`${command}\n`);
    for (;;) {
      const found = answer.exec(this.text);
      if (found) return found;
      await new Promise((resolve) => { this.wake = resolve; });
    }
  }
  async perft(rules, fen, depth) {
    this.child.stdin.write(`setoption name UCI_Chess960 value ${rules === 'chess960'}\nposition fen ${fen}\n`);
    await this.ask('isready', /readyok/);
    const began = process.hrtime.bigint();
    const [, nodes] = await this.ask(`go perft ${depth}`, /Nodes searched: (\d+)/);
    return {nodes: Number(nodes), seconds: Number(process.hrtime.bigint() - began) / 1e9};
  }
  stop() { this.child.stdin.end('quit\n'); }
}

function peer(library, ...args) {
  return JSON.parse(run('node', [path.join(import.meta.dirname, 'peers.mjs'), library, ...args.map(String)]).stdout);
}

const rate = ({nodes, seconds}) => nodes / seconds / 1e6;
const speed = (mnodes) => mnodes.toFixed(mnodes < 10 ? 1 : 0);

async function perft() {
  const stockfish = await Stockfish.start();
  say('## Move generation (perft, bulk-counted)\n');
  say(`Mnodes/s, the median of ${ROUNDS} runs taken in turn, start-up not counted; the peer is Stockfish's`);
  say('`go perft` (Debian) in the same run.\n');
  say('| position | depth | ours | Stockfish | ratio |');
  say('| --- | --- | --- | --- | --- |');
  for (const [name, rules, fen, depth] of POSITIONS) {
    const mine = [], theirs = [];
    for (let i = 0; i < ROUNDS; ++i) {
      const one = ours(rules, fen, depth);
      mine.push(rate(one));
      if (!stockfish) continue;
      const other = await stockfish.perft(rules, fen, depth);
      if (other.nodes !== one.nodes) throw new Error(`counts differ: ${fen}`);
      theirs.push(rate(other));
    }
    say(`| ${name} | ${depth} | ${speed(median(mine))} | ${stockfish ? speed(median(theirs)) : 'not installed'} | ` +
      `${stockfish ? (median(mine) / median(theirs)).toFixed(2) : '–'} |`);
  }
  stockfish?.stop();
  kernels();
  variants();
  libraries();
}

// The same chess on the generators that variants run on.
function kernels() {
  say('\nThe same positions on the generators that variants run on (slowdown against the first):\n');
  say('| position | Orthodox | Morphing | slower by | Volatile | slower by |');
  say('| --- | --- | --- | --- | --- | --- |');
  for (const [name, rules, fen, depth] of POSITIONS.slice(0, 3)) {
    const each = [undefined, 'morphing', 'volatile'].map((kernel) => ({kernel, rates: []}));
    for (let i = 0; i < ROUNDS; ++i) {
      for (const {kernel, rates} of each) rates.push(rate(ours(rules, fen, depth - 1, kernel)));
    }
    const [orthodox, morphing, volatile] = each.map(({rates}) => median(rates));
    say(`| ${name} | ${speed(orthodox)} | ${speed(morphing)} | ${(orthodox / morphing).toFixed(2)} | ` +
      `${speed(volatile)} | ${(orthodox / volatile).toFixed(2)} |`);
  }
}

// Every base and twist that changes how men move, from its own start.
const VARIANTS = ['atomic', 'antichess', 'crazyhouse', 'horde', 'racing_kings', 'cannibal', 'identity_steal',
  'identity_append', 'upgraded', 'fog_of_war', 'king_of_the_hill', 'three_check'];

function variants() {
  say('\nVariants from their own start at depth 5 (slowdown against chess):\n');
  say('| rules | Mnodes/s | slower by |');
  say('| --- | --- | --- |');
  const samples = new Map(['standard', ...VARIANTS].map((rules) => [rules, []]));
  for (let i = 0; i < ROUNDS; ++i) {
    for (const [rules, rates] of samples) rates.push(rate(ours(rules, null, 5)));
  }
  const chess = median(samples.get('standard'));
  for (const [rules, rates] of samples) {
    say(`| ${rules} | ${speed(median(rates))} | ${(chess / median(rates)).toFixed(2)} |`);
  }
}

function libraries() {
  say('\nLibraries from npm (Node, the start position at depth 4), run as programs of their own:\n');
  say('| library | Mnodes/s | ours is faster by |');
  say('| --- | --- | --- |');
  const mine = median(Array.from({length: ROUNDS}, () => rate(ours('standard', START, 5))));
  for (const library of ['chessops', 'chess.js']) {
    const theirs = median(Array.from({length: quick ? 1 : 3}, () => rate(peer(library, 'perft', START, 4))));
    say(`| ${library} | ${theirs.toFixed(2)} | ${(mine / theirs).toFixed(0)} |`);
  }
  say();
}

// --- One step of a server ----------------------------------------------------------------------

function step() {
  const games = path.join(ROOT, 'tests/testdata/games.tsv');
  const {stdout} = run(path.join(BIN, '../tests/chess-step-bench'), [games, quick ? '1' : '10']);
  const parts = [...stdout.matchAll(/^(\w+) +median (\d+) p99 (\d+) mean (\d+)$/gm)];
  say('## What a server does with a move\n');
  say('The recorded games replayed move by move; µs.\n');
  say('| part | median | 99 % | mean |');
  say('| --- | --- | --- | --- |');
  const names = {find: 'find the move from UCI', san: 'write its SAN', view: 'view: FEN, checks, legal list with kinds',
    play: 'play, repetition, dead position, outcome', step: 'all of it'};
  for (const [, name, ...figures] of parts) {
    say(`| ${names[name]} | ${figures.map((ns) => (Number(ns) / 1000).toFixed(2)).join(' | ')} |`);
  }
  const mine = Number(parts.find(([, name]) => name === 'step')[2]) / 1000;
  for (const [library, count] of [['chessops', 200], ['chess.js', quick ? 2 : 10]]) {
    const {median_us: theirs} = peer(library, 'step', games, count);
    say(`| the same by ${library} (median; ${(theirs / mine).toFixed(0)} times ours) | ${theirs.toFixed(1)} | – | – |`);
  }
  say(`\nA position takes ${/position (\d+) bytes/.exec(stdout)[1]} bytes; a move allocates nothing (\`rules_no_allocation_test\`).\n`);
}

// --- The whole system ------------------------------------------------------------------------

function load(system, args) {
  const run = spawnSync(path.join(BIN, 'chess-loadgen'), ['--json', '--url', system.url,
    '--pgn', path.join(ROOT, 'tests/testdata/games.tsv'), '--pids', path.join(system.dir, 'pids'),
    '--seconds', String(SECONDS), '--warmup', quick ? '1' : '3', ...args], {encoding: 'utf8', maxBuffer: 1 << 24});
  if (!run.stdout) throw new Error(`chess-loadgen ${args.join(' ')}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

const PROCESSES = ['gateway', 'game', 'postgres', 'redis', 'lobby', 'clock', 'analysis'];

function loadRow(name, result) {
  const ms = (sample) => sample.p99_ms === 0 ? '–' : `${sample.p50_ms.toFixed(2)} / ${sample.p99_ms.toFixed(2)}`;
  const cpu = PROCESSES.reduce((sum, p) => sum + (result.processes[p]?.cpu_s ?? 0), 0);
  say(`| ${name} | ${result.moves_per_s.toFixed(0)} | ${ms(result.acknowledged)} | ${ms(result.opponent)} | ` +
    `${(cpu * 1e6 / result.moves).toFixed(0)} | ${result.errors} |`);
}

function cpuTable(rows) {
  say('\nCPU per durable move, in µs, by process:\n');
  say(`| run | ${PROCESSES.join(' | ')} | all |`);
  say(`| --- |${' --- |'.repeat(PROCESSES.length + 1)}`);
  for (const [name, result] of rows) {
    const each = PROCESSES.map((p) => (result.processes[p]?.cpu_s ?? 0) * 1e6 / result.moves);
    say(`| ${name} | ${each.map((us) => us.toFixed(1)).join(' | ')} | ${each.reduce((a, b) => a + b, 0).toFixed(0)} |`);
  }
}

function memoryTable(name, result) {
  say(`\nMemory (proportional set size) with ${result.live} live games, both players on streams (${name}):\n`);
  say('| process | MB before | MB with games | kB a game |');
  say('| --- | --- | --- | --- |');
  let sum = 0;
  for (const p of PROCESSES) {
    const {rss_mb: now = 0, rss_idle_mb: idle = 0} = result.processes[p] ?? {};
    const each = (now - idle) * 1024 / Math.max(result.live, 1);
    sum += each;
    say(`| ${p} | ${idle.toFixed(0)} | ${now.toFixed(0)} | ${each.toFixed(1)} |`);
  }
  say(`| all | | | ${sum.toFixed(1)} |`);
}

async function whole() {
  const system = await System.start();
  try {
    const direct = ['--direct', `unix:${system.socketDir()}/game.sock`, '--direct-internal',
      `unix:${system.socketDir()}/game-internal.sock`, '--secret-file', path.join(system.dir, 'secret')];
    const rows = [];
    const measure = (name, args) => {
      const result = load(system, args);
      rows.push([name, result]);
      loadRow(name, result);
    };
    say('## The whole system on one machine\n');
    say('Recorded games through the gateway over gRPC-Web (HTTP/1.1), both players on live streams, every');
    say('answer after its commit; load generator, services, Postgres and Redis share the machine.\n');
    say('| run | moves/s | submit → answer p50 / p99 ms | submit → opponent p50 / p99 ms | µs CPU a move | errors |');
    say('| --- | --- | --- | --- | --- | --- |');
    measure('200 moves/s, 100 games', ['--games', '100', '--rate', '200']);
    measure('1,000 moves/s, 300 games', ['--games', '300', '--rate', '1000']);
    measure('as fast as it goes, 300 games', ['--games', '300']);
    if (!quick) measure('1,000 games, 1,000 moves/s', ['--games', '1000', '--rate', '1000']);
    measure('straight to the game service, 300 games', ['--games', '300', ...direct]);
    cpuTable(rows);
    const memory = rows.find(([name]) => name.startsWith(quick ? '1,000 moves' : '1,000 games'));
    memoryTable(...memory);
    say();
  } finally {
    await system.stop();
  }
}

// --- Report ----------------------------------------------------------------------------------

const HEADING = '# Performance';
const NOTES = '<!-- notes -->';
const SYSTEM = '## The whole system';

function machine() {
  const commit = execFileSync('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'], {encoding: 'utf8'}).trim();
  say(`Measured by \`./dev bench\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}: ` +
    `${os.cpus().length} × ${os.cpus()[0].model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ` +
    `${fs.readFileSync('/etc/os-release', 'utf8').match(/PRETTY_NAME="(.*)"/)[1]}. Shared machines are noisy: ` +
    'read medians and ratios.\n');
}

machine();
await perft();
step();
if (!rulesOnly) await whole();
if (write) {
  const file = path.join(ROOT, 'docs/performance.md');
  const old = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const notes = old.includes(NOTES) ? old.slice(old.indexOf(NOTES)) : `${NOTES}\n`;
  if (rulesOnly && old.includes(SYSTEM)) {
    // What was measured earlier stays, and says when that was.
    const section = old.slice(old.indexOf(SYSTEM), old.indexOf(NOTES)).trimEnd();
    const when = /^Measured (?:by .* )?on (\S+) at commit (\w+)/m.exec(section) ?? /^Measured by .* on (\S+) at commit (\w+)/m.exec(old);
    const lines = section.split('\n').filter((line) => !line.startsWith('Measured '));
    lines.splice(2, 0, `Measured on ${when[1]} at commit ${when[2]}.`, ...(lines[2] ? [''] : []));
    report.push(...lines);
  }
  fs.writeFileSync(file, `${HEADING}\n\n${report.join('\n').trimEnd()}\n\n${notes}`);
  console.log(`written: ${path.relative(process.cwd(), file)}`);
}
