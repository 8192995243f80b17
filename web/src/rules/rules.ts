// The rules of chess and all its variants in the browser: the same code as the referee's, as
// WebAssembly. Games played on this device speak in the messages of the public contract, so that
// the pages which draw the server's games draw these, too.
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { GameViewSchema, type GameView } from '../gen/chess/game/v1/game_pb';
import { ParsePgnResponseSchema, type ParsedGame } from '../gen/chess/rules/v1/rules_service_pb';
import { RulesModule } from './module';

export { RulesError } from './module';

/** One rule: a base, a set-up or a twist. */
export interface RuleInfo {
  readonly key: string;
  readonly title: string;
  /** One line for a chooser. */
  readonly summary: string;
  readonly axis: 'base' | 'setup' | 'twist';
  /** The number it may carry ("chess960:518"); none where maximum is below minimum. */
  readonly minimum: number;
  readonly maximum: number;
  /** Keys of the rules that it cannot be played with. */
  readonly excludes: readonly string[];
}

/** A set of rules that can be played. */
export interface RuleSetInfo {
  /** Canonical: what travels and is stored. */
  readonly name: string;
  readonly title: string;
  readonly family: string;
  /** Part of the board is hidden from the players. */
  readonly hidden: boolean;
  /** Turns begin with a roll, or with a named type. */
  readonly rolls: boolean;
  readonly names: boolean;
  /** The players place their armies first; the start depends on a number. */
  readonly drafted: boolean;
  readonly drawn: boolean;
}

export interface FenCheck {
  /** As it would be written: what cannot be is left out. */
  readonly fen: string;
  /** Why no game can start there, as stable words; empty: one can. */
  readonly faults: readonly string[];
}

export interface MoveText {
  readonly uci: string;
  readonly san: string;
}

export type SeatName = 'white' | 'black' | 'spectator';
const seats: readonly SeatName[] = ['white', 'black', 'spectator'];

/** Computer players: levels 0 to 9, and three characters. */
export type ComputerPlayer = number | 'casual' | 'balanced' | 'careful';
const characters = ['casual', 'balanced', 'careful'];

export interface GameOptions {
  /** Repetition and fifty moves only when claimed; else they draw at once. */
  byClaim?: boolean;
  /** Composed start positions are accepted. */
  relaxed?: boolean;
}

/** A game on this device. Close it when it is not needed any more. */
export class LocalGame {
  constructor(
    private readonly module: RulesModule,
    private readonly number: number,
  ) {}

  /** What a seat may see, legal moves included. */
  view(seat: SeatName): GameView {
    this.module.call('chess_view', null, this.number, seats.indexOf(seat));
    return fromJson(GameViewSchema, JSON.parse(this.module.read()) as JsonValue);
  }

  /** Plays a move in UCI or SAN. Throws a RulesError with the referee's reason. */
  play(move: string): MoveText {
    if (!this.module.call('chess_play', move, this.number)) throw this.module.error();
    return JSON.parse(this.module.read()) as MoveText;
  }

  /**
   * What a computer player would play now; it sees what the side to move sees. The same position,
   * line and seed give the same answer. May take some hundred milliseconds at high levels.
   */
  reply(player: ComputerPlayer, seed: number): MoveText {
    const number = typeof player === 'number' ? player : 10 + characters.indexOf(player);
    if (!this.module.call('chess_reply', null, this.number, number, seed)) {
      throw this.module.error();
    }
    return JSON.parse(this.module.read()) as MoveText;
  }

  /**
   * Under dice, at the start of a turn: draws the types that may move with a random number of 32
   * bits. Their letters ("NQ").
   */
  roll(random: number): string {
    if (!this.module.call('chess_roll', null, this.number, random)) throw this.module.error();
    return (JSON.parse(this.module.read()) as { types: string }).types;
  }

  /** Under hand and brain: names the type that must move; without a letter the computer does. */
  name(letter = '', seed = 0): string {
    if (!this.module.call('chess_name', letter, this.number, seed)) throw this.module.error();
    return (JSON.parse(this.module.read()) as { types: string }).types;
  }

  /** Takes back the last plies, at most all. */
  undo(plies = 1): void {
    this.module.call('chess_undo', null, this.number, plies);
  }

  /** The start and the moves played. */
  moves(): { startFen: string; moves: MoveText[] } {
    this.module.call('chess_moves', null, this.number);
    return JSON.parse(this.module.read()) as { startFen: string; moves: MoveText[] };
  }

  /** The game as PGN, without names and dates. */
  pgn(): string {
    this.module.call('chess_pgn', null, this.number);
    return this.module.read();
  }

  close(): void {
    this.module.call('chess_close', null, this.number);
  }
}

export class Rules {
  constructor(private readonly module: RulesModule) {}

  /** All rules there are: bases, set-ups, twists. */
  list(): RuleInfo[] {
    this.module.call('chess_rules', null);
    return JSON.parse(this.module.read()) as RuleInfo[];
  }

  /** Reads the name of a set in any form. Throws a RulesError where there is no such set. */
  ruleSet(name: string): RuleSetInfo {
    if (!this.module.call('chess_rule_set', name)) throw this.module.error();
    return JSON.parse(this.module.read()) as RuleSetInfo;
  }

  /** Judges a start position. Throws a RulesError where it is no FEN at all. */
  checkFen(ruleSet: string, fen: string): FenCheck {
    if (!this.module.call('chess_check_fen', `${ruleSet}\n${fen}`)) throw this.module.error();
    return JSON.parse(this.module.read()) as FenCheck;
  }

  /** A game under these rules from their own start, or from a FEN. */
  open(ruleSet: string, fen = '', options: GameOptions = {}): LocalGame {
    const flags = [Number(options.byClaim ?? false), Number(options.relaxed ?? false)];
    const number = Number(this.module.call('chess_open', `${ruleSet}\n${fen}`, ...flags));
    if (number < 0) throw this.module.error();
    return new LocalGame(this.module, number);
  }

  /** The games of a PGN text, broken ones with their fault. */
  readPgn(text: string): ParsedGame[] {
    this.module.call('chess_read_pgn', text);
    return fromJson(ParsePgnResponseSchema, JSON.parse(this.module.read()) as JsonValue).games;
  }
}
