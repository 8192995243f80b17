// A rated game with seconds on the clocks ends by flag with nobody connected; also while the clock
// service is being killed, while Redis is emptied, and the ratings of both are written.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {pair} from '../e2e/lib/client.mjs';
import {System} from '../e2e/lib/system.mjs';
import {delay, until} from '../e2e/lib/wait.mjs';

const SETTINGS = {
  ruleSet: 'standard', timeControl: {stages: [{timeMs: 3000n, moves: 0}], incrementMs: 0n}, rated: true,
  drawPolicy: 1, visibility: 1,
};

let system;
before(async () => { system = await System.start(); }, {timeout: 180_000});
after(() => system?.stop());

/** White moves, Black moves, White never again. No stream is open, no call is made. */
async function abandonedGame() {
  const {white, black, gameId} = await pair(system.url, SETTINGS);
  await white.play(gameId, 'e2e4', 1);
  await black.play(gameId, 'e7e5', 2);
  return {white, black, gameId};
}

async function checkFlag({white, black, gameId}) {
  // The log itself is asked: no read of the game may be what makes the flag fall.
  const ended = () => Number(system.sql(
    `SELECT count(*) FROM game.games WHERE game_id = '${gameId}' AND end_time IS NOT NULL`)[0][0]);
  await until(ended, 20_000, `the flag of ${gameId}`);
  const {game} = await white.games.getGame({gameId});
  assert.equal(game.view.result.score, '0-1');
  assert.equal(game.view.result.reason, 9, 'timeout');
  const rated = await until(async () => (await white.games.getGame({gameId})).game.rated, 10_000, 'the rating');
  assert.ok(rated.black.after > rated.black.before);
  assert.ok(rated.white.after < rated.white.before);
  const profile = await black.players.getPlayer({playerId: black.id});
  assert.equal(Math.round(profile.ratings[0].rating), rated.black.after);
}

test('ends by flag with nobody connected', {timeout: 60_000}, async () => {
  await checkFlag(await abandonedGame());
});

test('ends by flag while the clock service is killed again and again', {timeout: 90_000}, async () => {
  const game = await abandonedGame();
  for (let i = 0; i < 6; ++i) {
    await system.kill('clock');
    await delay(400);
  }
  await checkFlag(game);
});

test('ends by flag while Redis is killed and comes back empty', {timeout: 90_000}, async () => {
  const game = await abandonedGame();
  await system.kill('redis');
  await checkFlag(game);
});

test('a game nobody begins is aborted by its first-move deadline', {timeout: 120_000}, async () => {
  const {white, gameId} = await pair(system.url, SETTINGS);
  await until(() => Number(system.sql(
    `SELECT count(*) FROM game.games WHERE game_id = '${gameId}' AND end_time IS NOT NULL`)[0][0]),
  60_000, 'the abort');
  const {game} = await white.games.getGame({gameId});
  assert.equal(game.view.state, 3);
  assert.equal(game.view.result.reason, 11);
  assert.equal(game.rated, undefined);
});
