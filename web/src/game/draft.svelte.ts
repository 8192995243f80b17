// The player's own army while it is being placed: kept here, saved on the server a moment after each
// change, and locked for good.
import type { Drafting } from '../gen/chess/game/v1/game_pb';
import type { Side, Square } from '../board/square';
import { noTargets, type Targets } from '../board/targets';
import {
  applyHand,
  armyOf,
  armyText,
  costOf,
  draftTargets,
  emptyArmy,
  hasKing,
  remove,
  usualArmy,
  type Army,
} from './army';

/** A change waits this long for the next before it is saved, in milliseconds. */
const saveAfterMs = 350;

export class Draft {
  army = $state.raw<Army>(emptyArmy);
  /** 'saved': the server has it. */
  state = $state<'saved' | 'saving' | 'failed'>('saved');
  budget = $state(0);
  locked = $state(false);
  readonly left = $derived(this.budget - costOf(this.army));
  readonly complete = $derived(hasKing(this.army) && this.left >= 0);
  readonly targets = $derived.by(() => this.possible());

  private edition = 0;
  /** The server has told what it keeps of the army. */
  known = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly side: Side,
    /** Sends an army with its edition to the server. */
    private readonly send: (army: string, edition: number) => Promise<boolean>,
  ) {}

  /** Takes the server's word: what it keeps counts until something is changed here. */
  take(drafting: Drafting): void {
    this.budget = drafting.budget;
    this.locked = this.side === 'white' ? drafting.whiteLocked : drafting.blackLocked;
    if (drafting.army === undefined) return;
    const edition = drafting.edition ?? 0;
    if (this.known && edition <= this.edition) return;
    this.known = true;
    this.edition = edition;
    this.army = armyOf(drafting.army, this.side);
  }

  /** A hand put a man somewhere ("N@c2", "c2d3"). */
  act(action: string): void {
    const next = applyHand(this.army, action, this.side, this.budget);
    if (next) this.change(next);
  }

  remove(square: Square): void {
    if (this.army[square]) this.change(remove(this.army, square));
  }

  clear(): void {
    this.change(emptyArmy);
  }

  usual(): void {
    const army = usualArmy(this.side);
    if (costOf(army) <= this.budget) this.change(army);
  }

  private possible(): Targets {
    return this.locked ? noTargets : draftTargets(this.army, this.side, this.budget);
  }

  get text(): string {
    return armyText(this.army, this.side);
  }

  /** Nothing is saved any more: the army is about to be locked, or the page is left. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private change(army: Army): void {
    if (this.locked) return;
    this.army = army;
    this.edition += 1;
    this.state = 'saving';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), saveAfterMs);
  }

  private async save(): Promise<void> {
    const edition = this.edition;
    const done = await this.send(this.text, edition);
    if (edition === this.edition) this.state = done ? 'saved' : 'failed';
  }
}
