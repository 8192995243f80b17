// A move followed through the whole system: the caller's trace in the gateway, the referee, the
// commit, the bell and the opponent's stream; and what no log may say.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {Player, Watcher, fischer, pair, reasonOf} from './lib/client.mjs';
import {ROOT, SERVICES, System} from './lib/system.mjs';
import {until} from './lib/wait.mjs';

const NAMES = ['Schwanhild-One', 'Kunigunde-Two'];
let system;
let table;
let watcher;

// Everything is logged: what must not be in a log has every chance to be there.
before(async () => {
  system = await System.start({env: {CHESS_LOG_SAMPLE: '1'}});
  table = await pair(system.url, {ruleSet: 'standard', timeControl: fischer(5, 0)}, {names: NAMES});
  watcher = new Watcher(table.black, {player: true}).follow(table.gameId);
  await watcher.wait((w) => w.games.get(table.gameId).seq > 0, 10_000, 'the snapshot');
}, {timeout: 180_000});
after(async () => {
  await watcher?.stop();
  await system?.stop();
});

const hex = (bytes) => randomBytes(bytes).toString('hex');

/** A call with a trace of our own; the trace's id that came back. */
async function traced(call, traceparent) {
  let answered;
  const onHeader = (headers) => { answered = headers.get('x-chess-trace-id'); };
  const answer = await call({headers: traceparent ? {traceparent} : {}, onHeader});
  return {answer, trace: answered};
}

const move = (player, uci, turn) => (options) => player.games.playMove(
  {gameId: table.gameId, requestId: new Uint8Array(randomBytes(16)), move: uci, expectedTurn: turn}, options);

/** The tree as ./dev trace prints it, once it has all of `wanted`. */
async function follow(id, ...wanted) {
  let tree = '';
  await until(async () => {
    tree = await system.dev('trace', id).catch((error) => error.message);
    return wanted.every((pattern) => pattern.test(tree));
  }, 10_000, `${wanted.join(' and ')} in the trace ${id}`).catch((error) => {
    throw new Error(`${error.message}\n${tree}`);
  });
  return tree;
}

/** What the logs call a player. */
function logId(player) {
  const out = execFileSync(path.join(system.env.CHESS_BUILD_DIR, 'bin/chessctl'),
    ['log-id', '--secret-file', path.join(system.dir, 'secret'), player.id], {encoding: 'utf8'});
  return out.trim().split(' ')[1];
}

test('a move is followed from the gateway to the opponent\'s stream', {timeout: 60_000}, async () => {
  const id = hex(16);
  const span = hex(8);
  const {trace} = await traced(move(table.white, 'e2e4', 1), `00-${id}-${span}-01`);
  assert.equal(trace, id, 'the answer names the trace');
  await watcher.wait((w) => w.games.get(table.gameId).seq >= 2, 10_000, 'the move on the stream');
  const tree = await follow(id, /delivered/, /gateway GameService/);
  const where = tree.split('\n').filter((line) => /^ +[+-]/.test(line)).map((line) => line.slice(23));
  // Each indented below what caused it.
  const steps = [/^gateway GameService\/PlayMove OK/, /^ {2}game GameService\/PlayMove OK .*caller=gateway/,
    /^ {4}game commit .*seq=2 stored/, /^ {6}gateway bell .*seq=2 streams=1/, /^ {8}gateway delivered/];
  let at = -1;
  for (const step of steps) {
    const found = where.findIndex((line, i) => i > at && step.test(line));
    assert.ok(found > at, `${step} comes next in\n${tree}`);
    at = found;
  }
  assert.match(where.find((line) => steps[0].test(line)), new RegExp(`game_id=${table.gameId} player=${logId(table.white)}`));
  assert.match(where[at], new RegExp(`player=${logId(table.black)}`));
  assert.ok(!tree.includes(span), 'the caller\'s own span is not ours to show');
  assert.equal(await system.dev('trace', id.slice(0, 8)), tree, 'its first digits will do');
});

test('the traces of a game are listed', {timeout: 60_000}, async () => {
  const list = await system.dev('trace', '--game', table.gameId);
  assert.match(list, /GameService\/PlayMove OK/);
});

test('a malformed traceparent begins a new trace', {timeout: 60_000}, async () => {
  const {trace} = await traced(move(table.black, 'e7e5', 2), '00-00000000000000000000000000000000-1-zz');
  assert.match(trace, /^[0-9a-f]{32}$/);
  await follow(trace, /gateway GameService\/PlayMove OK/, /game commit .*seq=3 stored/);
});

test('a refusal is followed by the id that came with it', {timeout: 60_000}, async () => {
  const error = await move(table.black, 'd7d5', 3)({}).then(() => assert.fail('it is not their turn'), (e) => e);
  assert.equal(reasonOf(error), 'NOT_YOUR_TURN');
  await follow(error.metadata.get('x-chess-trace-id'), /gateway GameService\/PlayMove \S+ reason=NOT_YOUR_TURN/);
});

test('the result of a game is followed to the lobby', {timeout: 60_000}, async () => {
  const id = hex(16);
  await traced((options) => table.white.games.resign(
    {gameId: table.gameId, requestId: new Uint8Array(randomBytes(16))}, options), `00-${id}-${hex(8)}-00`);
  await follow(id, /game commit .*over=true/, /game result .*taken/, /lobby LobbyInternalService\/ApplyResult OK/);
});

test('a flag is followed from the clock to the players', {timeout: 60_000}, async () => {
  const {white, black, gameId} = await pair(system.url,
    {ruleSet: 'standard', timeControl: {stages: [{timeMs: 1000n, moves: 0}], incrementMs: 0n}});
  const both = new Watcher(white).follow(gameId);
  await white.play(gameId, 'e2e4', 1);
  await black.play(gameId, 'e7e5', 2);
  await both.wait((w) => w.games.get(gameId).view?.result?.score, 20_000, 'the flag');
  await both.stop();
  const list = await system.dev('trace', '--game', gameId);
  const line = list.split('\n').find((one) => / clock deadline .*DONE/.test(one));
  assert.ok(line, list);
  await follow(/[0-9a-f]{32}/.exec(line)[0], /clock deadline .*DONE/, /game DeadlineService\/Deliver OK/,
    /game commit .*over=true/, /gateway bell/, /lobby LobbyInternalService\/ApplyResult OK/);
});

test('no log has a token, a name, a player\'s id or the secret', {timeout: 60_000}, async () => {
  const wrong = new Player(system.url, `no-such-token-${hex(16)}`);
  await assert.rejects(wrong.games.resign({gameId: table.gameId, requestId: new Uint8Array(16)}));
  const private_ = {
    'the secret': fs.readFileSync(path.join(system.dir, 'secret'), 'utf8'), 'a wrong token': wrong.token};
  for (const [who, player] of Object.entries({white: table.white, black: table.black})) {
    private_[`${who}'s token`] = player.token;
    private_[`${who}'s id`] = player.id;
    private_[`${who}'s name`] = player.name;
  }
  for (const file of fs.readdirSync(path.join(system.dir, 'logs'))) {
    const log = fs.readFileSync(path.join(system.dir, 'logs', file), 'utf8');
    for (const [what, text] of Object.entries(private_)) {
      assert.ok(text.length > 8 && !log.includes(text), `${file} has ${what}`);
    }
  }
  for (const service of SERVICES) {
    for (const line of system.log(service).split('\n').filter((one) => one.startsWith('{'))) {
      assert.doesNotThrow(() => JSON.parse(line), `${service}: ${line}`);
    }
  }
  assert.ok(system.log('gateway').includes(logId(table.white)), 'players can be followed by their log id');
});
