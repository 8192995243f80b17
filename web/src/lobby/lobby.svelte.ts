// Challenges of and to the player of this browser, as all pages show them.
import type { App } from '../app';
import { callErrorOf, type CallError } from '../api/error';
import { newRequestId, readLimits, repeat } from '../api/retry';
import { millisOf } from '../api/timestamps';
import { noteBegun } from '../game/begun';
import {
  ChallengeState,
  DeclineReason,
  type Challenge,
  type PlayerEvent,
  type PlayerEvent_GameStarted,
} from '../gen/chess/lobby/v1/lobby_pb';
import { router } from '../router.svelte';
import { session } from '../session/session.svelte';
import { serverTime } from '../time/sync';
import { settingsOf, wireColor, type GameForm } from './settings';

/** A game that began longer ago than this is no news, in milliseconds. */
const newsMs = 20_000;

export class Lobby {
  /** Open challenges to the player. */
  incoming = $state.raw<readonly Challenge[]>([]);
  /** The player's own challenge or code that this page waits for, also after it was answered. */
  mine = $state.raw<Challenge | null>(null);
  /** A game of the player began somewhere else than in this tab. */
  started = $state.raw<PlayerEvent_GameStarted | null>(null);
  error = $state.raw<CallError | null>(null);
  busy = $state(false);
  /** Ids of challenges made in this tab. */
  private readonly madeHere = new Set<string>();

  constructor(private readonly app: App) {}

  start(): void {
    this.app.live.onPlayer((event) => this.onEvent(event));
    session.onChange(() => this.reload());
    this.reload();
    setInterval(() => this.dropExpired(), 1000);
  }

  private reload(): void {
    this.incoming = [];
    this.mine = null;
    if (session.token()) void this.load();
  }

  private async load(): Promise<void> {
    try {
      const call = () => this.app.clients.lobby.listChallenges({ page: { pageSize: 50 } });
      const { challenges } = await repeat(call, readLimits);
      for (const challenge of [...challenges].reverse()) this.take(challenge);
    } catch (thrown) {
      if (callErrorOf(thrown).reason === 'TOKEN_INVALID') session.expire();
      // Otherwise the live events still bring what happens from now on.
    }
  }

  /** Opens a private game behind a code. */
  async createCode(form: GameForm, name: string): Promise<void> {
    await this.guarded(name, async () => {
      const request = { ...this.terms(form), requestId: newRequestId() };
      const { challenge } = await repeat(() => this.app.clients.lobby.createCode(request));
      this.made(challenge);
    });
  }

  /** Challenges a player by name. */
  async challenge(form: GameForm, name: string, opponentName: string): Promise<void> {
    await this.guarded(name, async () => {
      const request = { ...this.terms(form), requestId: newRequestId(), opponentName };
      const { challenge } = await repeat(() => this.app.clients.lobby.createChallenge(request));
      this.made(challenge);
    });
  }

  /** Takes the other seat behind a code. */
  async joinCode(code: string, name: string): Promise<void> {
    await this.guarded(name, async () => {
      const request = { code, requestId: newRequestId() };
      const { challenge } = await repeat(() => this.app.clients.lobby.joinCode(request));
      if (challenge?.gameId) this.enter(challenge.gameId);
    });
  }

  /** Chooses a name without starting anything. */
  async takeName(name: string): Promise<void> {
    await this.guarded(name, async () => undefined);
  }

  async accept(challenge: Challenge): Promise<void> {
    await this.guarded('', async () => {
      const request = { challengeId: challenge.challengeId, requestId: newRequestId() };
      const answer = await repeat(() => this.app.clients.lobby.acceptChallenge(request));
      this.remove(challenge.challengeId);
      if (answer.challenge?.gameId) this.enter(answer.challenge.gameId);
    });
  }

  async decline(challenge: Challenge): Promise<void> {
    this.remove(challenge.challengeId);
    await this.guarded('', async () => {
      const { challengeId } = challenge;
      const request = { challengeId, requestId: newRequestId(), reason: DeclineReason.LATER };
      await repeat(() => this.app.clients.lobby.declineChallenge(request));
    });
  }

  async cancel(): Promise<void> {
    const challengeId = this.mine?.challengeId;
    this.mine = null;
    if (!challengeId) return;
    await this.guarded('', async () => {
      const request = { challengeId, requestId: newRequestId() };
      await repeat(() => this.app.clients.lobby.cancelChallenge(request));
    });
  }

  private terms(form: GameForm) {
    return { settings: settingsOf(form), color: wireColor(form.color) };
  }

  /** Runs one action at a time, as somebody; what goes wrong is shown. */
  private async guarded(name: string, action: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      await session.ensure(this.app.clients, name);
      await action();
    } catch (thrown) {
      this.error = callErrorOf(thrown);
      if (this.error.reason === 'TOKEN_INVALID') session.expire();
      if (this.error.reason === 'CHALLENGE_CLOSED') void this.load();
    } finally {
      this.busy = false;
    }
  }

  private made(challenge: Challenge | undefined): void {
    if (!challenge) return;
    this.madeHere.add(challenge.challengeId);
    // An event may have overtaken the answer.
    if (this.mine?.challengeId !== challenge.challengeId) this.mine = challenge;
  }

  private enter(gameId: string): void {
    this.mine = null;
    this.started = null;
    noteBegun(gameId, performance.now());
    router.go(`/game/${gameId}`);
  }

  private onEvent(event: PlayerEvent): void {
    const at = millisOf(event.eventTime) ?? 0;
    const news = serverTime.now() - at < newsMs;
    if (event.kind.case === 'challenge') {
      if (news || event.kind.value.state === ChallengeState.OPEN) this.take(event.kind.value);
    } else if (event.kind.case === 'gameStarted' && news) {
      this.announce(event.kind.value);
    }
  }

  private take(challenge: Challenge): void {
    const open = challenge.state === ChallengeState.OPEN;
    if (challenge.challenger?.playerId === session.current?.playerId) {
      if (this.mine?.challengeId === challenge.challengeId) this.follow(challenge);
      else if (open && !this.mine && !this.isExpired(challenge)) this.mine = challenge;
      return;
    }
    this.remove(challenge.challengeId);
    if (open && challenge.opponent && !this.isExpired(challenge)) {
      this.incoming = [...this.incoming, challenge];
    }
  }

  /** The player's own challenge changed its state. */
  private follow(challenge: Challenge): void {
    this.mine = challenge.state === ChallengeState.CANCELLED ? null : challenge;
    const begins =
      challenge.state === ChallengeState.STARTING || challenge.state === ChallengeState.STARTED;
    if (!begins || !challenge.gameId) return;
    const here = this.madeHere.has(challenge.challengeId);
    const looking = document.visibilityState === 'visible' && router.route.page === 'start';
    if (here || looking) this.enter(challenge.gameId);
    else this.mine = null;
  }

  private announce(game: PlayerEvent_GameStarted): void {
    if (router.path !== `/game/${game.gameId}` && !this.mine && !this.busy) this.started = game;
  }

  private remove(challengeId: string): void {
    this.incoming = this.incoming.filter((c) => c.challengeId !== challengeId);
  }

  private isExpired(challenge: Challenge): boolean {
    const at = millisOf(challenge.expireTime);
    return at !== null && serverTime.known && at < serverTime.now();
  }

  private dropExpired(): void {
    if (this.incoming.some((c) => this.isExpired(c))) {
      this.incoming = this.incoming.filter((c) => !this.isExpired(c));
    }
  }
}
