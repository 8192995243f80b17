// A player as a program: calls over gRPC-Web, repeated with the same request id until they are
// answered, and one live stream that resumes with its cursors and checks every number.
import {randomBytes} from 'node:crypto';
import {createClient, ConnectError, Code} from '@connectrpc/connect';
import {createGrpcWebTransport} from '@connectrpc/connect-node';
import {IdentityService} from '../gen/chess/lobby/v1/identity_service_pb.js';
import {LobbyService} from '../gen/chess/lobby/v1/lobby_service_pb.js';
import {PlayersService} from '../gen/chess/lobby/v1/players_service_pb.js';
import {GameService} from '../gen/chess/game/v1/game_service_pb.js';
import {RulesService} from '../gen/chess/rules/v1/rules_service_pb.js';
import {ClockService} from '../gen/chess/clock/v1/clock_service_pb.js';
import {AnalysisService} from '../gen/chess/analysis/v1/analysis_service_pb.js';
import {LiveService} from '../gen/chess/live/v1/live_service_pb.js';
import {delay} from './wait.mjs';

export {Code, ConnectError};

/** Errors after which the same request may be sent again. */
const AGAIN = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Aborted]);
const isConnectionLost = (error) => error instanceof ConnectError && error.code === Code.Unknown ||
  error instanceof ConnectError && error.code === Code.Internal && /premature|socket|ECONN|EPIPE|aborted/i.test(error.message);

/** Reason word of a failed call. */
export function reasonOf(error) {
  const detail = error?.details?.find((d) => d.type === 'google.rpc.ErrorInfo');
  return detail ? readErrorInfo(detail.value).reason : '';
}

/** google.rpc.ErrorInfo: field 1 reason, field 2 domain (the wire form is all we need). */
function readErrorInfo(bytes) {
  const info = {reason: '', domain: ''};
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at++];
    if ((tag & 7) !== 2) break;
    const size = bytes[at++];
    const text = new TextDecoder().decode(bytes.subarray(at, at + size));
    if (tag >> 3 === 1) info.reason = text;
    if (tag >> 3 === 2) info.domain = text;
    at += size;
  }
  return info;
}

export class Player {
  constructor(url, token = '') {
    this.token = token;
    const auth = (next) => (request) => {
      if (this.token) request.header.set('authorization', `Bearer ${this.token}`);
      return next(request);
    };
    const transport = createGrpcWebTransport({
      baseUrl: url, httpVersion: '1.1', interceptors: [auth], nodeOptions: {agent: undefined}});
    for (const [name, service] of Object.entries({
      identity: IdentityService, lobby: LobbyService, players: PlayersService, games: GameService,
      rules: RulesService, clock: ClockService, analysis: AnalysisService, live: LiveService})) {
      this[name] = createClient(service, transport);
    }
  }

  static async guest(url, name = '') {
    const player = new Player(url);
    const answer = await retry(() => player.identity.createGuest({name}));
    player.token = answer.token;
    player.id = answer.player.playerId;
    player.name = answer.player.name;
    return player;
  }

  /** A command of a game, repeated with its request id until it is answered. Returns {seq, view, requestId}. */
  async command(method, gameId, fields = {}, {tries = 200} = {}) {
    const requestId = new Uint8Array(randomBytes(16));
    const answer = await retry(() => this.games[method]({gameId, requestId, ...fields}), tries);
    return {seq: Number(answer.seq), view: answer.view, requestId: Buffer.from(requestId).toString('hex')};
  }

  play(gameId, move, turn, options) {
    return this.command('playMove', gameId, {move, expectedTurn: turn}, options);
  }
}

/** Repeats a call while the server says (or the connection shows) that it may be repeated. */
export async function retry(call, tries = 200) {
  for (let i = 1; ; ++i) {
    try {
      return await call();
    } catch (error) {
      const again = AGAIN.has(error.code) || isConnectionLost(error);
      if (!again || i >= tries) throw error;
      await delay(Math.min(20 * i, 250));
    }
  }
}

/** Follows games on one stream; comes back with its cursors whenever the stream ends. */
export class Watcher {
  constructor(player, topics = {}) {
    this.player = player;
    this.games = new Map(); // id → {seq, view, events: [seq…], snapshots, faults}
    this.playerEvents = [];
    this.playerSeq = 0n;
    this.watchPlayer = topics.player ?? false;
    this.reconnects = 0;
    this.listeners = new Set();
    this.stopped = false;
  }

  follow(gameId) {
    this.games.set(gameId, {seq: 0, view: undefined, events: [], snapshots: 0, faults: []});
    this.restart();
    return this;
  }

  start() {
    this.running ??= this.run();
    return this;
  }

  /** A new stream with the present cursors (topics have changed). */
  restart() {
    this.abort?.abort();
    this.start();
  }

  async stop() {
    this.stopped = true;
    this.abort?.abort();
    await this.running;
  }

  topics() {
    const topics = [...this.games].map(([gameId, game]) =>
      ({kind: {case: 'game', value: {gameId, afterSeq: BigInt(game.seq)}}}));
    if (this.watchPlayer) topics.push({kind: {case: 'player', value: {afterSeq: this.playerSeq}}});
    return topics;
  }

  // Pauses do not keep the process: a failed test leaves watchers behind.
  async run() {
    let failures = 0;
    while (!this.stopped) {
      this.abort = new AbortController();
      const topics = this.topics();
      if (topics.length === 0) {
        await delay(5, undefined, {ref: false});
        continue;
      }
      try {
        for await (const event of this.player.live.watch({topics}, {signal: this.abort.signal})) {
          failures = 0;
          this.take(event);
        }
      } catch {
        // However it ended: come back with the cursors.
      }
      if (this.stopped) return;
      this.reconnects += 1;
      if (!this.abort.signal.aborted) await delay(Math.min(50 * ++failures, 500), undefined, {ref: false});
    }
  }

  take(event) {
    const {case: kind, value} = event.kind;
    if (kind === 'hello') this.streamId = value.streamId;
    if (kind === 'heartbeat') {
      this.player.live.pong({streamId: this.streamId, pingId: value.pingId}).catch(() => {});
    }
    if (kind === 'snapshot') this.takeSnapshot(value);
    if (kind === 'gameEvent') this.takeGameEvent(value);
    if (kind === 'playerEvent') {
      this.playerSeq = value.seq;
      this.playerEvents.push(value);
    }
    if (kind === 'topicEnded') this.games.get(value.gameId)?.faults.push(`topic ended: ${value.reason}`);
    for (const listener of [...this.listeners]) listener();
  }

  takeSnapshot(snapshot) {
    const game = this.games.get(snapshot.view.gameId);
    if (!game) return;
    if (game.seq > 0) game.faults.push(`a snapshot at ${snapshot.view.seq} although the cursor was ${game.seq}`);
    game.snapshots += 1;
    game.seq = Number(snapshot.view.seq);
    game.first = game.seq;
    game.view = snapshot.view;
    game.snapshot = snapshot;
  }

  takeGameEvent(event) {
    const game = this.games.get(event.gameId);
    if (!game) return;
    const seq = Number(event.seq);
    if (seq !== game.seq + 1) game.faults.push(`event ${seq} after ${game.seq}`);
    game.seq = seq;
    game.view = event.view;
    game.events.push(seq);
  }

  /** Resolves when `condition(this)` holds. */
  async wait(condition, ms, what) {
    const value = condition(this);
    if (value) return value;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.listeners.delete(check);
        reject(new Error(`gave up after ${ms} ms waiting for ${what}`));
      }, ms);
      const check = () => {
        const now = condition(this);
        if (!now) return;
        clearTimeout(timer);
        this.listeners.delete(check);
        resolve(now);
      };
      this.listeners.add(check);
    });
  }
}

/** Two guests in a game made by a code; White is the first. */
export async function pair(url, settings, {names = ['', '']} = {}) {
  const [white, black] = await Promise.all(names.map((name) => Player.guest(url, name)));
  const opened = await retry(() => white.lobby.createCode({
    requestId: new Uint8Array(randomBytes(16)), settings, color: 1}));
  const requestId = new Uint8Array(randomBytes(16));
  const joined = await retry(() => black.lobby.joinCode({requestId, code: opened.challenge.code}));
  const gameId = joined.challenge.gameId;
  await retry(async () => {
    try {
      return await white.games.getGame({gameId});
    } catch (error) {
      // The lobby creates the game right after the answer; until then it is not found.
      if (error.code === Code.NotFound) throw new ConnectError('not yet', Code.Unavailable);
      throw error;
    }
  });
  return {white, black, gameId, challenge: joined.challenge};
}

/** "5+3" with both clocks the same. */
export function fischer(minutes, seconds) {
  return {stages: [{timeMs: BigInt(minutes * 60_000), moves: 0}], incrementMs: BigInt(seconds * 1000)};
}
