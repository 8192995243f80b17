import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { TimeControlSchema } from '../gen/chess/common/v1/match_pb';
import { en } from '../i18n/en';
import { ruleSetText } from '../sets/text';
import { defaultForm, settingsOf, speedOf, timeControlOf, timeControlText } from './settings';

describe('the settings of a form', () => {
  it('say the time in milliseconds', () => {
    const { timeControl } = settingsOf({ ...defaultForm, pace: { minutes: 0.5, increment: 2 } });
    expect(timeControl?.stages[0]?.timeMs).toBe(30_000n);
    expect(timeControl?.incrementMs).toBe(2000n);
  });

  it('say the time for placing armies only where armies are placed', () => {
    const drafted = { ...defaultForm, ruleSet: 'dice+draft:39', draftMs: 120_000 };
    expect(settingsOf(drafted).draftMs).toBe(120_000n);
    expect(settingsOf({ ...drafted, ruleSet: 'dice' }).draftMs).toBe(0n);
  });

  it('never rate a game without a clock', () => {
    expect(settingsOf({ ...defaultForm, pace: null, rated: true }).rated).toBe(false);
    expect(settingsOf({ ...defaultForm, rated: true }).rated).toBe(true);
  });
});

describe('a time control in words', () => {
  it.each([
    [timeControlOf({ minutes: 5, increment: 3 }), '5+3'],
    [timeControlOf({ minutes: 0.5, increment: 0 }), '½+0'],
    [timeControlOf(null), 'No clock'],
    [create(TimeControlSchema, { daysPerMove: 3 }), '3 days a move'],
    [
      create(TimeControlSchema, {
        stages: [{ timeMs: 5_400_000n, moves: 40 }, { timeMs: 1_800_000n }],
        incrementMs: 30_000n,
      }),
      '40/90 + 30 +30',
    ],
  ])('%#', (control, text) => {
    expect(timeControlText(control, en)).toBe(text);
  });
});

it('names rule sets by their title and keeps the number of a start position', () => {
  expect(ruleSetText('chess960:518+king_of_the_hill', en)).toBe('Chess960 518 + King of the Hill');
  expect(ruleSetText('something_new', en)).toBe('something_new');
});

it.each([
  [{ minutes: 1, increment: 0 }, 'bullet'],
  [{ minutes: 3, increment: 0 }, 'blitz'],
  [{ minutes: 5, increment: 3 }, 'blitz'],
  [{ minutes: 10, increment: 0 }, 'rapid'],
  [{ minutes: 30, increment: 0 }, 'classical'],
  [null, 'correspondence'],
])('%o is %s', (pace, speed) => {
  expect(speedOf(pace)).toBe(speed);
});
