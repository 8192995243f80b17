import { describe, expect, it } from 'vitest';
import { clockText, isLowTime, nextChangeMs } from './clock_text';

describe('the face of a clock', () => {
  it.each([
    [300_000, '5:00'],
    [299_999, '5:00'],
    [299_000, '4:59'],
    [60_000, '1:00'],
    [10_000, '0:10'],
    [9_999, '0:09.9'],
    [9_400, '0:09.4'],
    [450, '0:00.4'],
    [0, '0:00.0'],
    [-20, '0:00.0'],
    [3_600_000, '1:00:00'],
    [3_847_000, '1:04:07'],
    [187_200_000, '2d 4h'],
  ])('of %d ms reads %s', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });

  it('is told to redraw exactly when its text changes', () => {
    for (const ms of [299_000, 61_234, 10_001, 10_000, 9_950, 101, 3_600_500]) {
      const wait = nextChangeMs(ms);
      expect(clockText(ms - wait), `after ${wait} of ${ms}`).not.toBe(clockText(ms));
    }
  });

  it('need not be redrawn once it has fallen', () => {
    expect(nextChangeMs(0)).toBe(Infinity);
  });
});

describe('low time', () => {
  it('is under ten seconds in every game', () => {
    expect(isLowTime(10_000, 5_400_000)).toBe(true);
    expect(isLowTime(10_001, 5_400_000)).toBe(false);
  });

  it('is a tenth of a short game', () => {
    expect(isLowTime(30_000, 300_000)).toBe(true);
    expect(isLowTime(31_000, 300_000)).toBe(false);
  });
});
