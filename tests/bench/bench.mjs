// What Castellan does on this machine: move generation against Stockfish in the same run, and the
// whole system under load. Prints a report; --write puts it into docs/performance.md.
//   --quick  short runs, to see that the benchmark itself works
import {execFileSync, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {System, ROOT} from '../e2e/lib/system.mjs';

const quick = process.argv.includes('--quick');
const write = process.argv.includes('--write');
if (process.argv.includes('--help')) {
  console.log('usage: ./dev bench [--quick] [--write]');
  process.exit(0);
}

const BIN = path.join(process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build'), 'bin');
const SECONDS = quick ? 4 : 20;
const report = [];
const say = (line = '') => { report.push(line); console.log(line); };
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// --- Move generation -------------------------------------------------------------------------

const POSITIONS = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 6],
  ['many captures, castling', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5],
  ['rook ending', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 7],
];

function seconds(command, args, input) {
  const began = process.hrtime.bigint();
  const run = spawnSync(command, args, {input, encoding: 'utf8', maxBuffer: 1 << 26});
  if (run.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${run.stderr}`);
  return {time: Number(process.hrtime.bigint() - began) / 1e9, out: run.stdout};
}

function perft() {
  const stockfish = ['/usr/games/stockfish', '/usr/bin/stockfish'].find((file) => fs.existsSync(file));
  say('## Move generation (perft, bulk-counted)\n');
  say('Each figure is the median of five runs of the whole program, taken in turn; the peer is');
  say("Stockfish's `go perft` in the same run.\n");
  say('| position | depth | Mnodes/s | Stockfish | ratio |');
  say('| --- | --- | --- | --- | --- |');
  for (const [name, fen, depth] of POSITIONS) {
    const ours = [], theirs = [];
    let nodes = 0;
    for (let i = 0; i < (quick ? 1 : 5); ++i) {
      const mine = seconds(path.join(BIN, 'chessctl'),
        ['perft', '--rules', 'standard', '--fen', fen, '--depth', String(depth)], '');
      nodes = Number(/nodes (\d+)/.exec(mine.out)[1]);
      ours.push(mine.time);
      if (!stockfish) continue;
      const peer = seconds(stockfish, [], `position fen ${fen}\ngo perft ${depth}\nquit\n`);
      if (Number(/Nodes searched: (\d+)/.exec(peer.out)[1]) !== nodes) throw new Error(`counts differ: ${fen}`);
      theirs.push(peer.time);
    }
    const rate = (times) => (nodes / median(times) / 1e6).toFixed(0);
    say(`| ${name} | ${depth} | ${rate(ours)} | ${stockfish ? rate(theirs) : 'not installed'} | ` +
      `${stockfish ? (median(theirs) / median(ours)).toFixed(2) : '–'} |`);
  }
  say();
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

function machine() {
  const commit = execFileSync('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'], {encoding: 'utf8'}).trim();
  say(`Measured by \`./dev bench\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}: ` +
    `${os.cpus().length} × ${os.cpus()[0].model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ` +
    `${fs.readFileSync('/etc/os-release', 'utf8').match(/PRETTY_NAME="(.*)"/)[1]}. Shared machines are noisy: ` +
    'read medians and ratios.\n');
}

machine();
perft();
await whole();
if (write) {
  const file = path.join(ROOT, 'docs/performance.md');
  const old = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const notes = old.includes(NOTES) ? old.slice(old.indexOf(NOTES)) : `${NOTES}\n`;
  fs.writeFileSync(file, `${HEADING}\n\n${report.join('\n').trimEnd()}\n\n${notes}`);
  console.log(`written: ${path.relative(process.cwd(), file)}`);
}
