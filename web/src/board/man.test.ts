import { describe, expect, it } from 'vitest';
import {
  badgesOf,
  isMan,
  isReplaced,
  isUpgraded,
  kindOf,
  manOf,
  powersOf,
  sideOf,
  wasPawn,
} from './man';

describe('a man', () => {
  it.each(['K', 'p', '+R', 'q~', 'Q(QN)', 'k(n)', '+b(bnp)', 'N(NP)'])('%s is one', (text) => {
    expect(isMan(text)).toBe(true);
  });

  it.each(['', 'X', 'R+', '(QN)', 'Q()', 'Q(NQ)', 'Q(QQ)', 'q(Qn)x', '~Q'])(
    '"%s" is none',
    (text) => {
      expect(isMan(text)).toBe(false);
    },
  );

  it('says what it looks like and whose it is, whatever is written around the letter', () => {
    expect(kindOf('+r(rn)')).toBe('r');
    expect(sideOf('+r(rn)')).toBe('black');
    expect(sideOf('Q~')).toBe('white');
    expect(manOf('q', 'white')).toBe('Q');
  });

  it('moves as its letter where no powers are written', () => {
    expect(powersOf('R')).toBe('r');
    expect(badgesOf('R')).toBe('');
  });

  it('wears the powers that its drawing does not show', () => {
    expect(badgesOf('Q(QN)')).toBe('n');
    expect(badgesOf('r(rbp)')).toBe('bp');
    expect(isReplaced('Q(QN)')).toBe(false);
  });

  it('is a king that moves as something else', () => {
    expect(badgesOf('K(N)')).toBe('n');
    expect(isReplaced('K(N)')).toBe(true);
  });

  it('carries marks', () => {
    expect(isUpgraded('+R')).toBe(true);
    expect(isUpgraded('R')).toBe(false);
    expect(wasPawn('q~')).toBe(true);
  });
});
