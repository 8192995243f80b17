// What two players agree on, as the start page offers it.
import { create } from '@bufbuild/protobuf';
import {
  Color,
  IncrementKind,
  MatchSettingsSchema,
  TimeControlSchema,
  type MatchSettings,
  type TimeControl,
} from '../gen/chess/common/v1/match_pb';
import type { Messages } from '../i18n/en';

/** A time control in the usual words: minutes and seconds added per move. */
export interface Pace {
  minutes: number;
  increment: number;
}

/** The controls that players know, from bullet to classical. */
export const presets: readonly Pace[] = [
  [1, 0],
  [2, 1],
  [3, 0],
  [3, 2],
  [5, 0],
  [5, 3],
  [10, 0],
  [10, 5],
  [15, 10],
  [30, 0],
  [30, 20],
].map(([minutes = 0, increment = 0]) => ({ minutes, increment }));

/** Rule sets that are one click away; all others are in the chooser. */
export const quickSets: readonly string[] = ['standard', 'chess960'];

/** Times to place an army in, in minutes. */
export const draftMinutes: readonly number[] = [1, 2, 3, 5, 10];

export type ColorChoice = 'random' | 'white' | 'black';

/** The form of the start page. `pace: null` means no clock. */
export interface GameForm {
  pace: Pace | null;
  /** Canonical name. */
  ruleSet: string;
  /** Time to place an army where the set is drafted, in milliseconds. */
  draftMs: number;
  color: ColorChoice;
  rated: boolean;
}

export const defaultForm: GameForm = {
  pace: { minutes: 5, increment: 3 },
  ruleSet: 'standard',
  draftMs: 180_000,
  color: 'random',
  rated: true,
};

export const paceLimits = { minutes: { min: 0.5, max: 180 }, increment: { min: 0, max: 180 } };

/** Speed word of a pace, by the duration of a game of forty moves; null: no clock. */
export function speedOf(pace: Pace | null): string {
  if (!pace) return 'correspondence';
  const seconds = pace.minutes * 60 + 40 * pace.increment;
  if (seconds < 30) return 'ultrabullet';
  if (seconds < 180) return 'bullet';
  if (seconds < 480) return 'blitz';
  return seconds < 1500 ? 'rapid' : 'classical';
}

export function timeControlOf(pace: Pace | null): TimeControl {
  if (!pace) return create(TimeControlSchema, {});
  return create(TimeControlSchema, {
    stages: [{ timeMs: BigInt(Math.round(pace.minutes * 60_000)), moves: 0 }],
    incrementMs: BigInt(Math.round(pace.increment * 1000)),
    incrementKind: IncrementKind.FISCHER,
  });
}

/** The settings of a form. A game without a clock is never rated. */
export function settingsOf(form: GameForm): MatchSettings {
  return create(MatchSettingsSchema, {
    ruleSet: form.ruleSet,
    timeControl: timeControlOf(form.pace),
    rated: form.rated && form.pace !== null,
    ...(isDrafted(form.ruleSet) ? { draftMs: BigInt(form.draftMs) } : {}),
  });
}

function isDrafted(ruleSet: string): boolean {
  return ruleSet.split('+').some((key) => key.split(':')[0] === 'draft');
}

export function wireColor(choice: ColorChoice): Color {
  if (choice === 'white') return Color.WHITE;
  return choice === 'black' ? Color.BLACK : Color.UNSPECIFIED;
}

/** "5+3", "½+0", "40/90 + 30", "3 days a move" or "No clock". */
export function timeControlText(control: TimeControl | undefined, m: Messages): string {
  if (!control) return m.common.untimed;
  if (control.daysPerMove > 0) return m.common.days(control.daysPerMove);
  if (control.stages.length === 0) return m.common.untimed;
  const increment = Number(control.incrementMs) / 1000;
  if (control.stages.length === 1) {
    return `${minutesText(Number(control.stages[0]?.timeMs))}+${increment}`;
  }
  const stages = control.stages.map((s) => {
    const minutes = minutesText(Number(s.timeMs));
    return s.moves > 0 ? `${s.moves}/${minutes}` : minutes;
  });
  return stages.join(' + ') + (increment > 0 ? ` +${increment}` : '');
}

function minutesText(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes === 0.5) return '½';
  return String(Math.round(minutes * 100) / 100);
}
