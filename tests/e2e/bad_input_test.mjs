// What bad input gets: a clear status with a reason word, no crash, no change.
import assert from 'node:assert/strict';
import net from 'node:net';
import {after, before, test} from 'node:test';
import {Code, ConnectError, Player, fischer, pair, reasonOf} from './lib/client.mjs';
import {newRequestId} from './lib/replay.mjs';
import {System, SERVICES} from './lib/system.mjs';

const SETTINGS = {ruleSet: 'standard', timeControl: fischer(10, 0), rated: false, visibility: 1};
let system, pids;

before(async () => {
  system = await System.start();
  pids = SERVICES.map((name) => system.pid(name));
}, {timeout: 180_000});
after(async () => {
  const now = SERVICES.map((name) => system.pid(name));
  await system?.stop();
  assert.deepEqual(now, pids, 'no service has crashed');
});

/** A raw gRPC-Web POST; answers {http, grpc, message}. */
async function post(path, body, headers = {}) {
  const response = await fetch(system.url + path, {
    method: 'POST', body, headers: {'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1', ...headers}});
  const bytes = Buffer.from(await response.arrayBuffer());
  // The text form answers in base64.
  const inText = response.headers.get('content-type')?.includes('grpc-web-text');
  const text = inText ? Buffer.from(bytes.toString('latin1'), 'base64').toString('latin1') : bytes.toString('latin1');
  const trailer = /grpc-status: ?(\d+)/i.exec(text)?.[1] ?? response.headers.get('grpc-status');
  return {http: response.status, grpc: trailer === null ? null : Number(trailer), text};
}

const frame = (bytes) => Buffer.concat([Buffer.from([0, 0, 0, 0, bytes.length]), bytes]);
const rejects = async (promise, code, reason) => {
  const error = await promise.then(() => assert.fail('was accepted'), (e) => e);
  assert.ok(error instanceof ConnectError, String(error));
  assert.equal(Code[error.code], Code[code], error.message);
  if (reason) assert.match(reasonOf(error), reason, error.message);
};

test('unknown and internal methods are not there', async () => {
  for (const path of ['/chess.game.v1.GameService/Nothing', '/no.such.Service/Method',
    '/chess.game.internal.v1.GameInternalService/CreateGame',
    '/chess.lobby.internal.v1.LobbyInternalService/ApplyResult',
    '/chess.clock.internal.v1.DeadlineService/Deliver']) {
    assert.equal((await post(path, frame(Buffer.alloc(0)))).grpc, Code.Unimplemented, path);
  }
});

test('malformed bodies are refused and hurt nobody', async () => {
  const path = '/chess.game.v1.GameService/GetGame';
  const garbage = await post(path, frame(Buffer.from([0xff, 0xff, 0xff])));
  assert.ok([Code.InvalidArgument, Code.Internal].includes(garbage.grpc), JSON.stringify(garbage));
  const cut = await post(path, Buffer.from([0, 0, 0, 1, 0, 1]));
  assert.ok([Code.InvalidArgument, Code.Internal].includes(cut.grpc) || cut.http === 400, JSON.stringify(cut));
  const base64 = await post(path, '!!!!', {'content-type': 'application/grpc-web-text'});
  assert.ok([Code.InvalidArgument, Code.Internal].includes(base64.grpc) || base64.http === 400, JSON.stringify(base64));
  const type = await post(path, '{}', {'content-type': 'text/plain'});
  assert.ok(type.http === 415 || type.grpc === Code.InvalidArgument, JSON.stringify(type));
});

test('a message over the limit is refused', async () => {
  const answer = await post('/chess.game.v1.GameService/GetGame',
    Buffer.concat([Buffer.from([0, 0, 8, 0, 0]), Buffer.alloc(0x80000, 0x61)]));
  assert.equal(answer.grpc, Code.InvalidArgument, JSON.stringify(answer));
  assert.match(answer.text, /larger than 65536 bytes/);
});

test('tokens: none, foreign, made-up identity headers', async () => {
  const nobody = new Player(system.url);
  await rejects(nobody.identity.getSelf({}), Code.Unauthenticated, /TOKEN_MISSING|UNAUTHENTICATED/);
  const forged = new Player(system.url, 'A'.repeat(43));
  await rejects(forged.identity.getSelf({}), Code.Unauthenticated, /TOKEN_INVALID/);
  const {white} = await pair(system.url, SETTINGS);
  const answer = await post('/chess.lobby.v1.IdentityService/GetSelf', frame(Buffer.alloc(0)), {
    'x-chess-player': white.id, 'x-chess-service-key': 'guess', 'x-chess-scopes': 'play'});
  assert.equal(answer.grpc, Code.Unauthenticated);
});

test('nobody acts for another, nobody plays out of turn', async () => {
  const {white, black, gameId} = await pair(system.url, SETTINGS);
  const stranger = await Player.guest(system.url);
  await rejects(stranger.play(gameId, 'e2e4', 1), Code.PermissionDenied, /NOT_A_PLAYER/);
  await rejects(stranger.command('resign', gameId), Code.PermissionDenied, /NOT_A_PLAYER/);
  await rejects(black.play(gameId, 'e7e5', 1), Code.FailedPrecondition, /NOT_YOUR_TURN/);
  await white.play(gameId, 'e2e4', 1);
  await rejects(white.play(gameId, 'd2d4', 1), Code.FailedPrecondition, /STALE_TURN|NOT_YOUR_TURN/);
  await rejects(black.play(gameId, 'e7e6', 1), Code.FailedPrecondition, /STALE_TURN/);
  await black.play(gameId, 'e7e5', 2);
  await white.command('offerDraw', gameId);
  await rejects(white.command('acceptDraw', gameId), Code.FailedPrecondition, /NO_DRAW_OFFER/);
  const {game} = await white.games.getGame({gameId});
  assert.deepEqual(game.moves.map((move) => move.uci), ['e2e4', 'e7e5']);
});

test('a request id is one request', async () => {
  const {white, gameId} = await pair(system.url, SETTINGS);
  const requestId = newRequestId();
  const first = await white.games.playMove({gameId, requestId, move: 'e2e4', expectedTurn: 1});
  const again = await white.games.playMove({gameId, requestId, move: 'e2e4', expectedTurn: 1});
  assert.equal(again.seq, first.seq);
  assert.equal(again.view.fen, first.view.fen);
  await rejects(white.games.playMove({gameId, requestId, move: 'd2d4', expectedTurn: 1}),
    Code.InvalidArgument, /REQUEST_ID_REUSED/);
  await rejects(white.games.playMove({gameId, requestId: new Uint8Array(3), move: 'd2d4', expectedTurn: 1}),
    Code.InvalidArgument, /REQUEST_ID_INVALID/);
});

test('illegal and unreadable moves say why', async () => {
  const {white, gameId} = await pair(system.url, SETTINGS);
  for (const [move, reason] of [
    ['e2e5', /PIECE_CANNOT_MOVE_THERE/], ['e4e5', /NO_PIECE/], ['e7e5', /NOT_YOUR_PIECE/],
    ['a1a5', /PATH_BLOCKED/], ['e1g1', /CASTLE_PATH_BLOCKED/], ['zz', /MOVE_MALFORMED/],
    ['', /MOVE_MALFORMED|INVALID_FIELD/], ['e2e4'.repeat(50), /MOVE_MALFORMED|INVALID_FIELD/]]) {
    await rejects(white.play(gameId, move, 1), Code.InvalidArgument, reason);
  }
  assert.equal((await white.games.getGame({gameId})).game.moves.length, 0);
});

test('garbage FEN, PGN and ids', async () => {
  const player = await Player.guest(system.url);
  await rejects(player.rules.getLegalMoves({fen: 'not a fen'}), Code.InvalidArgument, /FEN_INVALID/);
  await rejects(player.rules.getLegalMoves({ruleSet: 'checkers'}), Code.InvalidArgument, /RULE_SET_INVALID/);
  const {games} = await player.rules.parsePgn({pgn: '[Event "x"]\n\n1. e4 e5 2. Ke3 *\n'});
  assert.equal(games.length, 1);
  assert.notEqual(games[0].error, '');
  assert.equal(games[0].errorLine, 3);
  await rejects(player.games.getGame({gameId: 'nonsense'}), Code.NotFound, /GAME_NOT_FOUND/);
  await rejects(player.games.getGame({gameId: "'; DROP TABLE game.games; --"}), Code.NotFound, /GAME_NOT_FOUND/);
  await rejects(player.lobby.joinCode({requestId: newRequestId(), code: '??????'}), Code.NotFound, /CODE_NOT_FOUND/);
  await rejects(player.lobby.createChallenge({requestId: newRequestId(), opponentName: player.name, settings: SETTINGS}),
    Code.PermissionDenied, /CHALLENGE_SELF/);
  await rejects(player.lobby.createCode({requestId: newRequestId(), settings: {...SETTINGS, ruleSet: 'atomic+antichess'}}),
    Code.InvalidArgument, /RULE_SET_INVALID/);
  await rejects(new Player(system.url).identity.createGuest({name: '<img src=x>'}), Code.InvalidArgument, /NAME_INVALID/);
});

test('private games are not there for others', async () => {
  const {gameId} = await pair(system.url, {...SETTINGS, visibility: 3});
  const stranger = await Player.guest(system.url);
  await rejects(stranger.games.getGame({gameId}), Code.NotFound, /GAME_NOT_FOUND/);
  await rejects(stranger.games.exportPgn({gameId}), Code.NotFound, /GAME_NOT_FOUND/);
  await rejects(stranger.games.listEvents({gameId}), Code.NotFound, /GAME_NOT_FOUND/);
});

test('paths outside the web client are not served', async () => {
  const {port, hostname} = new URL(system.url);
  for (const target of ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '//etc/passwd']) {
    const text = await new Promise((resolve, reject) => {
      const socket = net.connect(Number(port), hostname);
      let data = '';
      socket.on('data', (chunk) => { data += chunk; }).on('close', () => resolve(data)).on('error', reject);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    });
    assert.doesNotMatch(text, /root:/, target);
  }
});
