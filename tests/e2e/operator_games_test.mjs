// Games in the operator's hands: `chessctl admin` against a whole system, from the token to the
// rating that is taken back.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {Watcher, fischer, pair, reasonOf} from './lib/client.mjs';
import {Operator} from './lib/operator.mjs';
import {System} from './lib/system.mjs';
import {until} from './lib/wait.mjs';

const BLITZ = {ruleSet: 'standard', timeControl: fischer(5, 0), rated: true, visibility: 1};
const WHY = ['--reason', 'seen in a report'];

let system, olga;
before(async () => {
  system = await System.start({env: {CHESS_GAME_COMPACT_AFTER_SECONDS: '1', CHESS_GAME_COMPACT_INTERVAL_SECONDS: '1'}});
  olga = await Operator.make(system, 'olga');
}, {timeout: 180_000});
after(() => system?.stop());

async function opened(settings = BLITZ) {
  const players = await pair(system.url, settings);
  await players.white.play(players.gameId, 'e2e4', 1);
  await players.black.play(players.gameId, 'e7e5', 2);
  return players;
}
const ratingOf = async (player) =>
  (await player.players.getPlayer({playerId: player.id})).ratings.find((r) => r.speed === 'blitz');
const rated = (player, gameId) => until(
  async () => (await player.games.getGame({gameId})).game.rated, 20_000, 'the rating');

test('a running game is found, shown, read and ended, and its players are told', {timeout: 60_000}, async () => {
  const {white, black, gameId} = await opened();
  const watcher = new Watcher(black).follow(gameId);
  await watcher.wait(() => watcher.games.get(gameId).seq > 0, 10_000, 'the snapshot');

  const found = await olga.json(['game', 'find', '--player', white.name, '--state', 'running']);
  assert.deepEqual(found.games.map((game) => game.summary.gameId), [gameId]);
  const live = await olga.json(['games']);
  assert.ok(live.games.some((game) => game.gameId === gameId && game.deadlineTime));
  const shown = await olga.admin(['game', 'show', gameId]);
  assert.equal(shown.status, 0, shown.err);
  assert.match(shown.out, /^moves +1\.e4 e5$/m);
  const log = await olga.admin(['game', 'log', gameId]);
  assert.match(log.out, /move e2e4 \(e4\), clocks 5:00\.0 and 5:00\.0/);

  const end = ['game', 'end', gameId, '--result', 'black', '--cause', 'fair-play'];
  assert.equal((await olga.admin(end)).status, 1, 'a reason is needed');
  assert.equal((await olga.admin([...end.slice(0, 3), '--result', 'both', ...WHY])).status, 2);
  const id = ['--request-id', '0123456789abcdef0123456789abcdef'];
  const ended = await olga.json([...end, ...WHY, ...id]);
  assert.equal(ended.result.score, '0-1');
  assert.deepEqual(await olga.json([...end, ...WHY, ...id]), ended, 'the same request is answered');
  const again = await olga.json([...end, ...WHY], 1);
  assert.equal(again.error.reason, 'GAME_OVER');

  await watcher.wait(() => watcher.games.get(gameId).view.result, 10_000, 'the end on the stream');
  const {result} = watcher.games.get(gameId).view;
  assert.equal(result.reason, 13);
  assert.equal(result.operatorCause, 1);
  assert.deepEqual(watcher.games.get(gameId).faults, []);
  await watcher.stop();
  await rated(white, gameId);
  assert.ok((await ratingOf(black)).rating > 1500);
  assert.equal((await olga.admin(['game', 'verify', gameId])).status, 0);
});

test('games are found by a name that looks like an id, and by the id', {timeout: 60_000}, async () => {
  const {white, black, gameId} = await pair(system.url, BLITZ, {names: ['LooksLikeId1', '']});
  for (const player of ['LooksLikeId1', 'lookslikeid1', `id:${white.id}`, white.id, black.name]) {
    const found = await olga.json(['game', 'find', '--player', player]);
    assert.deepEqual(found.games.map((game) => game.summary.gameId), [gameId], player);
  }
  assert.deepEqual((await olga.json(['game', 'find', '--player', 'NobodysName1'])).games, []);
  assert.equal((await olga.json(['game', 'find', '--player', 'Nobody7'], 1)).error.reason, 'PLAYER_NOT_FOUND');
});

test('a voided game leaves the ratings as if it had not been, compacted or not', {timeout: 90_000}, async () => {
  const {white, black, gameId} = await opened();
  await white.command('resign', gameId);
  await rated(white, gameId);
  assert.ok((await ratingOf(black)).rating > 1500);
  await until(() => system.sql(`SELECT 1 FROM game.games WHERE game_id = '${gameId}' AND compact_time IS NOT NULL`).length,
    20_000, 'compaction');
  const voided = await olga.json(['game', 'void', gameId, '--cause', 'server-fault', ...WHY]);
  assert.equal(voided.result.score, '*');
  await until(async () => !(await ratingOf(black)) && !(await ratingOf(white)), 20_000, 'the reversal');
  const snapshot = (await black.games.getGame({gameId})).game;
  assert.equal(snapshot.view.result.score, '*');
  assert.equal(snapshot.rated, undefined);

  // It gets another result, and its ratings with it.
  await olga.json(['game', 'amend', gameId, '--result', 'draw', '--cause', 'correction', ...WHY]);
  await rated(white, gameId);
  assert.equal((await ratingOf(white)).games, 1);
  const shown = await olga.json(['game', 'show', gameId]);
  assert.equal(shown.originalResult.score, '0-1');
  assert.equal(shown.row.amendments, 2);
  const log = await olga.admin(['game', 'log', gameId]);
  assert.match(log.out, /Compacted/);
  assert.equal((await olga.admin(['game', 'verify', gameId])).status, 0);
});

test('what a game hides is shown with a reason only, and noted', {timeout: 60_000}, async () => {
  const {gameId} = await opened({...BLITZ, ruleSet: 'fog_of_war', rated: false});
  const plain = await olga.admin(['game', 'show', gameId]);
  assert.doesNotMatch(plain.out, /HIDDEN|\be5\b/);  // a random id may have it inside
  assert.equal((await olga.admin(['game', 'show', gameId, '--reveal'])).status, 1);
  const revealed = await olga.admin(['game', 'show', gameId, '--reveal', ...WHY]);
  assert.match(revealed.out, /^HIDDEN moves +1\.e4 e5$/m);
  const audit = await olga.json(['audit', 'games', '--game', gameId]);
  assert.deepEqual(audit.entries.map((entry) => [entry.operator, entry.action]), [['olga', 'game_reveal']]);
});

test('a player or nobody may do none of it', {timeout: 30_000}, async () => {
  const {white, gameId} = await opened();
  const asPlayer = await olga.admin(['games'], {CHESS_OPERATOR_TOKEN: white.token});
  assert.equal(asPlayer.status, 2, 'a session is no operator\'s token');
  const unknown = await olga.admin(['games'], {CHESS_OPERATOR_TOKEN: `op_${'A'.repeat(43)}`});
  assert.equal(unknown.status, 1, unknown.err);
  // The operator's token in turn plays no games.
  white.token = olga.env.CHESS_OPERATOR_TOKEN;
  await assert.rejects(() => white.games.playMove({gameId, requestId: new Uint8Array(16).fill(7), move: 'g1f3', expectedTurn: 3}),
    (error) => ['SCOPE_MISSING', 'TOKEN_INVALID', 'TOKEN_MISSING'].includes(reasonOf(error)));
});

test('the index is mended and retention says what is due', {timeout: 60_000}, async () => {
  const {white, gameId} = await opened();
  await white.command('resign', gameId);
  await rated(white, gameId);
  system.sql(`UPDATE game.games SET score = '1-0', plies = 99 WHERE game_id = '${gameId}'`);
  const verdict = await olga.admin(['game', 'verify', gameId]);
  assert.equal(verdict.status, 1);
  assert.match(verdict.out, /FAULT COLUMNS.*score, plies/);
  const mended = await olga.json(['index', 'rebuild', '--batch', '2', ...WHY]);
  assert.deepEqual(mended.wrongGameIds, [gameId]);
  assert.deepEqual(mended.brokenGameIds, []);
  assert.equal((await olga.admin(['game', 'verify', gameId])).status, 0);
  const due = await olga.json(['retention', 'games']);
  assert.deepEqual(due.items.map((item) => item.kind), ['finished_games', 'aborted_games', 'outages', 'audit']);
  const done = await olga.json(['retention', 'games', '--run', ...WHY]);
  assert.equal(done.more, false);
});

test('a replica drains for the service key only, noted first, and games go on', {timeout: 60_000}, async () => {
  const {white, gameId} = await opened();
  const pid = system.pid('game');
  const address = olga.adminPort('game');
  const wrong = await olga.admin(['drain', address, ...WHY], {CHESS_SERVICE_SECRET: 'guessed'});
  assert.equal(wrong.status, 1);
  assert.equal(system.pid('game'), pid);
  const done = await olga.admin(['drain', address, ...WHY], {CHESS_SERVICE_SECRET: olga.serviceSecret()});
  assert.equal(done.status, 0, done.err);
  // ./dev starts another one; the move waits for it.
  const answer = await white.play(gameId, 'g1f3', 3);
  assert.equal(answer.view.ply, 3);
  await until(() => system.pid('game') > 0 && system.pid('game') !== pid, 20_000, 'another game service');
  const audit = await olga.json(['audit', '--subject', `replica:${address}`]);
  assert.equal(audit.entries.length, 2, 'also the one that was refused');
  const nowhere = await olga.admin(['drain', '127.0.0.1:1', ...WHY], {CHESS_SERVICE_SECRET: 'x'});
  assert.equal(nowhere.status, 3);
});
