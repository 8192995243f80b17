// 200 real games at once through the gateway over gRPC-Web, both players and a spectator on live
// streams: every stream sees every event once and in order, and every final position is right.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {recordedGames} from './lib/games.mjs';
import {Replay, checkLog, inParallel} from './lib/replay.mjs';
import {System} from './lib/system.mjs';

const GAMES = Number(process.env.CHESS_GAMES ?? 200);
let system;

before(async () => { system = await System.start(); }, {timeout: 180_000});
after(() => system?.stop());

test(`${GAMES} real games are replayed at once`, {timeout: 600_000}, async () => {
  const games = recordedGames(GAMES);
  const replays = [];
  await inParallel(games, 32, async (game, i) => {
    replays[i] = await Replay.open(system.url, game, {spectators: 1});
  });
  const began = Date.now();
  await Promise.all(replays.map((replay) => replay.playAll()));
  const moves = games.reduce((sum, game) => sum + game.moves.length, 0);
  console.log(`${moves} moves in ${Date.now() - began} ms`);
  await inParallel(replays, 32, async (replay) => {
    await replay.checkStreams();
    const game = await replay.checkResult();
    assert.equal(game.view.result.score, replay.game.result);
  });
  const compared = checkLog(system, replays);
  console.log(`${compared} answers found in the log`);
  await Promise.all(replays.map((replay) => replay.close()));
});
