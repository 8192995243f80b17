// One game as a page shows it: loads it, follows it, and carries the player's commands to the
// referee. A move is shown at once and taken back if the referee refuses it.
import type { App } from '../app';
import { callErrorOf, type CallError } from '../api/error';
import { sideOfColor } from '../api/colors';
import { newRequestId, readLimits, repeat } from '../api/retry';
import { emptyPosition, parseFen, kingSquare, type Position } from '../board/fen';
import { knownSquares, playUci, type Move, type MoveTrait } from '../board/mechanics';
import { squareOf, type Square } from '../board/square';
import { noTargets, targetsOf, type Targets } from '../board/targets';
import {
  GameState,
  MoveKind,
  type GameEvent,
  type GameSnapshot,
  type GameView,
  type LegalMove,
  type PlayedMove,
} from '../gen/chess/game/v1/game_pb';
import { session } from '../session/session.svelte';
import { mayComeYet } from './begun';
import { Draft } from './draft.svelte';
import {
  mergeAnswer,
  mergeEvent,
  modelOf,
  seenIn,
  withSeen,
  type GameModel,
  type Merged,
} from './merge';
import { isPlain, marchesUp, missingPlies, positionsOf } from './positions';
import { isOver, positionAfter, seenBefore } from './record';
import { hiddenSquares } from './sight';
import { bondsOf, restingSquares } from './turn';

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

const traits: Partial<Record<MoveKind, MoveTrait>> = {
  [MoveKind.CAPTURE]: 'capture',
  [MoveKind.EN_PASSANT]: 'enPassant',
  [MoveKind.CASTLE]: 'castle',
  [MoveKind.PROMOTION]: 'promotion',
  [MoveKind.DROP]: 'drop',
  [MoveKind.BONUS]: 'bonus',
  [MoveKind.CHECK]: 'check',
};

/** A legal move of the view in the words of the board. */
function moveOf({ uci, kinds }: LegalMove): Move {
  return { uci, traits: kinds.flatMap((kind) => traits[kind] ?? []) };
}

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
  readonly over = $derived(this.model ? isOver(this.model) : false);
  readonly readying = $derived(this.model?.view.state === GameState.READYING);
  readonly drafting = $derived(this.model?.view.state === GameState.DRAFTING);
  readonly toMove = $derived(this.model ? sideOfColor(this.model.view.toMove) : null);
  readonly myTurn = $derived(this.running && this.mySide !== null && this.toMove === this.mySide);
  readonly positions = $derived(this.model ? positionsOf(this.model) : []);
  /** Both armies start at White's edge: the board is not turned for Black. */
  readonly facingUp = $derived(
    this.model?.facts.settings?.startFen === '' && marchesUp(this.positions[0]),
  );
  readonly lastPly = $derived(this.model?.moves.length ?? 0);
  readonly ply = $derived(Math.min(this.viewedPly ?? this.lastPly, this.lastPly));
  readonly live = $derived(this.ply === this.lastPly);
  readonly position = $derived.by(() => this.shownPosition());
  readonly moved = $derived.by(() => this.shownMove());
  readonly hidden = $derived.by(() => this.shownHidden());
  readonly bonds = $derived(this.model && this.running ? bondsOf(this.model.view) : null);
  readonly resting = $derived.by(() => this.shownResting());
  /** The player's own army, from the moment on when it is to be placed. */
  draft = $state.raw<Draft | null>(null);
  readonly check = $derived.by(() => this.shownCheck());
  readonly targets = $derived.by(() => this.shownTargets());

  private turnShownAt: { turn: string; at: number } | null = null;
  private readySent = false;
  private armyAsked = false;
  /** Plies whose position is on its way, or is not to be had. */
  private readonly asked = new Set<number>();
  private recordAsked = false;
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
    this.draft?.stop();
    this.stopWatching?.();
    clearInterval(this.autoplayTimer);
  }

  private async load(minSeq: bigint): Promise<void> {
    this.loading ??= this.fetchGame(minSeq).finally(() => (this.loading = null));
    await this.loading;
  }

  private async fetchGame(minSeq: bigint): Promise<void> {
    for (;;) {
      try {
        const call = () => this.app.clients.game.getGame({ gameId: this.gameId, minSeq });
        const { game } = await repeat(call, readLimits);
        if (game) this.take(game);
        this.failure = null;
        return;
      } catch (thrown) {
        const error = callErrorOf(thrown);
        const soon =
          error.reason === 'GAME_NOT_FOUND' && mayComeYet(this.gameId, performance.now());
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
    const unmasked = this.model?.view.partial && !next.view.partial;
    const seen = new Map([...(unmasked ? [] : (this.model?.seen ?? [])), ...next.seen]);
    for (const ply of seen.keys()) if (ply > next.view.ply) seen.delete(ply);
    this.show({ ...next, seen });
  }

  private show(model: GameModel): void {
    const unmasked = this.model?.view.partial && !model.view.partial;
    const ended = isOver(model) && !(this.model && isOver(this.model));
    if (ended && this.notice?.kind.startsWith('draw')) this.notice = null;
    this.model = model;
    const { view } = model;
    if (this.pending && view.turn > this.pending.turn) this.pending = null;
    // A turn begins when the player may move: where a brain speaks first, when it has spoken.
    const turn = `${view.turn} ${view.brain?.state ?? ''}`;
    if (this.turnShownAt?.turn !== turn) {
      // A turn that was there when the page was opened has an unknown beginning.
      const at = this.turnShownAt ? performance.now() : NaN;
      this.turnShownAt = { turn, at };
    }
    this.prepare();
    if (unmasked) {
      this.recordAsked = false;
      this.asked.clear();
    }
    if (unmasked && model.moves.some((move) => move.uci === '')) void this.load(view.seq);
    else this.completeRecord();
  }

  /** What a game wants of its players before the first move. */
  private prepare(): void {
    const { view } = this.model as GameModel;
    if (!this.mySide) return;
    if (view.readying && !view.readying[this.mySide] && !this.readySent) {
      this.readySent = true;
      void this.sendReady();
    }
    if (view.drafting) {
      this.draft ??= new Draft(this.mySide, (army, edition) => this.saveDraft(army, edition));
      this.draft.take(view.drafting);
      // Events do not carry the army; what was placed on another device does not get lost.
      if (!this.draft.known && !this.armyAsked) void this.load(view.seq);
      this.armyAsked = true;
    } else {
      this.draft?.stop();
      this.draft = null;
    }
  }

  private sendReady(): Promise<void> {
    const nonce = crypto.getRandomValues(new Uint8Array(16));
    const request = { gameId: this.gameId, requestId: newRequestId(), nonce };
    return this.command(() => this.app.clients.game.ready(request), ['READY_NOT_AWAITED']);
  }

  private async saveDraft(army: string, edition: number): Promise<boolean> {
    const request = { gameId: this.gameId, requestId: newRequestId(), army, edition };
    try {
      await repeat(() => this.app.clients.game.setDraft(request));
      return true;
    } catch (thrown) {
      const error = callErrorOf(thrown);
      // Time may have run out meanwhile; then the armies stand and there is nothing to complain of.
      if (this.drafting && error.reason !== 'NOT_DRAFTING') this.notice = { kind: 'error', error };
      return false;
    }
  }

  async lockDraft(): Promise<void> {
    if (!this.draft || this.acting) return;
    this.acting = true;
    this.notice = null;
    this.draft.stop();
    const request = { gameId: this.gameId, requestId: newRequestId(), army: this.draft.text };
    await this.command(() => this.app.clients.game.lockDraft(request));
    this.acting = false;
  }

  /** Fetches earlier positions where they cannot be worked out from the moves. */
  private completeRecord(): void {
    const model = this.model as GameModel;
    if (this.recordAsked || isPlain(model) || missingPlies(model).length === 0) return;
    this.recordAsked = true;
    seenBefore(this.app.clients, model)
      .then((seen) => this.addSeen(seen))
      .catch(() => undefined); // Stepping back shows the last position that is known.
  }

  /** The position at the ply that is looked at, if only the server can tell it. */
  private askFor(ply: number): void {
    const model = this.model;
    if (!model || model.seen.has(ply) || this.asked.has(ply) || isPlain(model)) return;
    this.asked.add(ply);
    positionAfter(this.app.clients, model, ply)
      .then((seen) => seen && this.addSeen(new Map([[ply, seen]])))
      .catch(() => this.asked.delete(ply));
  }

  private addSeen(seen: ReadonlyMap<number, ReturnType<typeof seenIn>>): void {
    if (this.model) this.model = withSeen(this.model, seen);
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
    const legal = model.view.legalMoves.find((move) => move.uci === uci);
    const position = playUci(this.position, uci, legal && moveOf(legal).traits);
    this.pending = { uci, turn, position };
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

  /** Runs a command; an error whose reason is expected is no news. */
  private async command(
    call: () => Promise<{ seq: bigint; view?: GameView }>,
    expected: readonly string[] = [],
  ): Promise<void> {
    try {
      const { seq, view } = await repeat(call);
      if (this.model) this.accept(mergeAnswer(this.model, seq, view), seq);
    } catch (thrown) {
      const error = callErrorOf(thrown);
      if (!expected.includes(error.reason)) this.notice = { kind: 'error', error };
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
    if (this.viewedPly !== null && this.over) this.askFor(at);
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
    if (pending) return knownSquares(pending);
    return squaresOf(this.model?.moves[this.ply - 1]);
  }

  private shownHidden(): ReadonlySet<Square> | null {
    return hiddenSquares(this.model?.seen.get(this.ply));
  }

  private shownResting(): ReadonlySet<Square> {
    const bonds = this.live && !this.pending ? this.bonds : null;
    return restingSquares(this.position.men, this.toMove ?? 'white', bonds ?? noBonds);
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
    return targetsOf(view.legalMoves.map(moveOf), this.position.men);
  }
}

const noBonds = { roll: null, brain: null };

/** The squares of a move, as far as they were seen. */
function squaresOf(move: PlayedMove | undefined): Square[] {
  if (!move) return [];
  if (move.uci) return knownSquares(move.uci);
  return [squareOf(move.seenFrom), squareOf(move.seenTo)].filter((square) => square >= 0);
}
