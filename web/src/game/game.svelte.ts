// One game as a page shows it: loads it, follows it, and carries the player's commands to the
// referee. A move is shown at once and taken back if the referee refuses it.
import type { App } from '../app';
import { callErrorOf, type CallError } from '../api/error';
import { sideOfColor } from '../api/colors';
import { newRequestId, readLimits, repeat } from '../api/retry';
import { emptyPosition, parseFen, kingSquare, type Position } from '../board/fen';
import { moveSquares, playUci } from '../board/mechanics';
import { squareOf, type Square } from '../board/square';
import { noTargets, targetsOf, type Targets } from '../board/targets';
import {
  GameState,
  type GameEvent,
  type GameSnapshot,
  type GameView,
} from '../gen/chess/game/v1/game_pb';
import { session } from '../session/session.svelte';
import { mergeAnswer, mergeEvent, modelOf, type GameModel, type Merged } from './merge';
import { positionsOf } from './positions';

/** What the page says beside the board. */
export type Notice =
  | { kind: 'error'; error: CallError }
  | { kind: 'drawDeclined' }
  | { kind: 'drawWithdrawn' }
  | { kind: 'outage'; ms: number };

interface PendingMove {
  uci: string;
  turn: number;
  position: Position;
}

/** Commands that need nothing but the game. */
export type Action =
  'resign' | 'offerDraw' | 'acceptDraw' | 'declineDraw' | 'withdrawDraw' | 'claimDraw' | 'abort';

/** A game that was accepted a moment ago may not exist yet: it is asked for again for this long. */
const startingMs = 8000;
const autoplayMs = 900;

export class Game {
  model = $state.raw<GameModel | null>(null);
  failure = $state.raw<CallError | null>(null);
  notice = $state.raw<Notice | null>(null);
  pending = $state.raw<PendingMove | null>(null);
  /** A command other than a move is on its way. */
  acting = $state(false);
  /** The ply that is looked at; null: the game as it stands. */
  viewedPly = $state<number | null>(null);
  autoplaying = $state(false);

  readonly mySide = $derived(this.model ? sideOfColor(this.model.facts.yourColor) : null);
  readonly running = $derived(this.model?.view.state === GameState.RUNNING);
  readonly toMove = $derived(this.model ? sideOfColor(this.model.view.toMove) : null);
  readonly myTurn = $derived(this.running && this.mySide !== null && this.toMove === this.mySide);
  readonly positions = $derived(this.model ? positionsOf(this.model) : []);
  readonly lastPly = $derived(this.model?.moves.length ?? 0);
  readonly ply = $derived(Math.min(this.viewedPly ?? this.lastPly, this.lastPly));
  readonly live = $derived(this.ply === this.lastPly);
  readonly position = $derived.by(() => this.shownPosition());
  readonly moved = $derived.by(() => this.shownMove());
  readonly check = $derived.by(() => this.shownCheck());
  readonly targets = $derived.by(() => this.shownTargets());

  private turnShownAt: { turn: number; at: number } | null = null;
  private stopWatching: (() => void) | null = null;
  private closed = false;
  private loading: Promise<void> | null = null;
  private autoplayTimer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly app: App,
    readonly gameId: string,
  ) {}

  async open(): Promise<void> {
    await this.load(0n);
    if (this.closed || !this.model) return;
    this.watch();
  }

  close(): void {
    this.closed = true;
    this.stopWatching?.();
    clearInterval(this.autoplayTimer);
  }

  private async load(minSeq: bigint): Promise<void> {
    this.loading ??= this.fetchGame(minSeq).finally(() => (this.loading = null));
    await this.loading;
  }

  private async fetchGame(minSeq: bigint): Promise<void> {
    const began = performance.now();
    for (;;) {
      try {
        const call = () => this.app.clients.game.getGame({ gameId: this.gameId, minSeq });
        const { game } = await repeat(call, readLimits);
        if (game) this.take(game);
        this.failure = null;
        return;
      } catch (thrown) {
        const error = callErrorOf(thrown);
        const soon = error.reason === 'GAME_NOT_FOUND' && performance.now() - began < startingMs;
        if (this.closed) return;
        if (!soon || this.model) {
          this.failure = error;
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    }
  }

  private take(snapshot: GameSnapshot): void {
    const next = modelOf(snapshot);
    if (!next || (this.model && next.view.seq < this.model.view.seq)) return;
    const seen = new Map([...(this.model?.seen ?? []), ...next.seen]);
    for (const ply of seen.keys()) if (ply > next.view.ply) seen.delete(ply);
    this.show({ ...next, seen });
  }

  private show(model: GameModel): void {
    this.model = model;
    if (this.pending && model.view.turn > this.pending.turn) this.pending = null;
    if (this.turnShownAt?.turn !== model.view.turn) {
      // A turn that was there when the page was opened has an unknown beginning.
      const at = this.turnShownAt ? performance.now() : NaN;
      this.turnShownAt = { turn: model.view.turn, at };
    }
  }

  private watch(): void {
    this.stopWatching?.();
    this.stopWatching = this.app.live.watchGame(this.gameId, {
      event: (event) => this.onEvent(event),
      snapshot: (snapshot) => this.take(snapshot),
      watching: (cursor) => this.catchUp(cursor),
      ended: () => undefined, // A finished game's topic ends; what is shown is complete.
      cursor: () => this.model?.view.seq ?? 0n,
    });
  }

  private catchUp(cursor: bigint): void {
    if (this.model && this.model.view.seq < cursor) void this.load(cursor);
  }

  private onEvent(event: GameEvent): void {
    if (!this.model) return;
    const own = this.model.view.seq;
    this.accept(mergeEvent(this.model, event), event.seq);
    if (event.seq > own) this.remark(event);
  }

  private accept(merged: Merged, seq: bigint): void {
    if (merged.verdict === 'gap') void this.load(seq);
    else if (merged.model !== this.model) this.show(merged.model);
  }

  private remark(event: GameEvent): void {
    for (const { kind } of event.happenings) {
      const mine = (by: number) => sideOfColor(by) === this.mySide;
      if (kind.case === 'movePlayed') this.notice = null;
      if (kind.case === 'drawDeclined' && !mine(kind.value.by))
        this.notice = { kind: 'drawDeclined' };
      if (kind.case === 'drawWithdrawn' && !mine(kind.value.by))
        this.notice = { kind: 'drawWithdrawn' };
      const credit = kind.case === 'outageCredited' || kind.case === 'movePlayed';
      const ms = credit ? Number(kind.value.creditedMs) : 0;
      if (ms >= 100) this.notice = { kind: 'outage', ms };
    }
  }

  /** Plays a move: shows it, sends it, and takes it back if it is refused. */
  async playMove(uci: string): Promise<void> {
    const model = this.model;
    if (!model || !this.myTurn || this.pending) return;
    const turn = model.view.turn;
    const thought = this.turnShownAt ? performance.now() - this.turnShownAt.at : NaN;
    this.pending = { uci, turn, position: playUci(this.position, uci) };
    this.notice = null;
    const request = {
      gameId: this.gameId,
      requestId: newRequestId(),
      expectedTurn: turn,
      move: uci,
      ...(Number.isFinite(thought) ? { thinkMs: BigInt(Math.round(thought)) } : {}),
    };
    await this.command(() => this.app.clients.game.playMove(request));
    if (this.pending?.turn === turn) this.pending = null;
  }

  async act(action: Action): Promise<void> {
    if (!this.model || this.acting) return;
    this.acting = true;
    this.notice = null;
    const request = { gameId: this.gameId, requestId: newRequestId(), expectedTurn: 0 };
    await this.command(() => this.app.clients.game[action](request));
    this.acting = false;
  }

  private async command(call: () => Promise<{ seq: bigint; view?: GameView }>): Promise<void> {
    try {
      const { seq, view } = await repeat(call);
      if (this.model) this.accept(mergeAnswer(this.model, seq, view), seq);
    } catch (thrown) {
      const error = callErrorOf(thrown);
      this.notice = { kind: 'error', error };
      if (error.reason === 'TOKEN_INVALID') session.expire();
      // The referee knows better: show what it has.
      await this.load(0n);
    }
  }

  async exportPgn(): Promise<string | null> {
    try {
      const call = () => this.app.clients.game.exportPgn({ gameId: this.gameId, clocks: true });
      return (await repeat(call, readLimits)).pgn;
    } catch (thrown) {
      this.notice = { kind: 'error', error: callErrorOf(thrown) };
      return null;
    }
  }

  step(by: number): void {
    this.goTo(this.ply + by);
  }

  goTo(ply: number): void {
    const at = Math.max(0, Math.min(this.lastPly, ply));
    this.viewedPly = at === this.lastPly ? null : at;
  }

  toggleAutoplay(): void {
    clearInterval(this.autoplayTimer);
    this.autoplaying = !this.autoplaying;
    if (!this.autoplaying) return;
    if (this.live) this.goTo(0);
    this.autoplayTimer = setInterval(() => {
      this.step(1);
      if (this.live) this.toggleAutoplay();
    }, autoplayMs);
  }

  private shownPosition(): Position {
    if (this.live && this.pending) return this.pending.position;
    if (this.live && this.model) return parseFen(this.model.view.fen) ?? emptyPosition;
    return this.positions[this.ply] ?? emptyPosition;
  }

  private shownMove(): Square[] {
    const pending = this.live ? this.pending?.uci : undefined;
    const squares = moveSquares(pending ?? this.model?.moves[this.ply - 1]?.uci ?? '');
    return squares ? [squares.from, squares.to] : [];
  }

  /** The king in check: from the view now, from the move's own "+" or "#" earlier. */
  private shownCheck(): Square {
    if (!this.model || (this.live && this.pending)) return -1;
    const { men, toMove } = this.position;
    const checked = this.live
      ? this.model.view.checkers.some((name) => squareOf(name) >= 0)
      : /[+#]$/.test(this.model.moves[this.ply - 1]?.san ?? '');
    return checked ? kingSquare(men, toMove) : -1;
  }

  private shownTargets(): Targets {
    const view = this.model?.view;
    if (!view || !this.myTurn || !this.live || this.pending) return noTargets;
    const moves = view.legalMoves.map((move) => move.uci);
    return targetsOf(moves, this.position.men);
  }
}
