import { describe, expect, it } from 'vitest';
import { squareName, squareOf } from '../board/square';
import {
  applyHand,
  armyOf,
  armyText,
  costOf,
  draftTargets,
  emptyArmy,
  hasKing,
  homeSquares,
  place,
  remove,
  shift,
  usualArmy,
} from './army';

const at = squareOf;

describe('an army', () => {
  it('of the usual men costs thirty-nine', () => {
    expect(costOf(usualArmy('white'))).toBe(39);
    expect(armyText(usualArmy('black'), 'black')).toBe('rnbqkbnr/pppppppp/8/8');
  });

  it('is read without the men of the other side', () => {
    const army = armyOf('4k3/8/8/4K3', 'white');
    expect(armyText(army, 'white')).toBe('8/8/8/4K3');
    expect(army[at('e1')]).toBe('K');
    expect(armyOf('4k3/8/8/8', 'black')[at('e8')]).toBe('k');
    expect(armyText(armyOf('nonsense', 'white'), 'white')).toBe('8/8/8/8');
  });

  it('stands on the four ranks of its side', () => {
    expect(homeSquares('white').map(squareName)).toContain('h4');
    expect(homeSquares('white').map(squareName)).not.toContain('a5');
    expect(homeSquares('black').map(squareName)).toContain('a5');
  });
});

describe('placing', () => {
  it('takes the price out of the budget and no more than there is', () => {
    const army = place(emptyArmy, at('d1'), 'q', 'white', 10)!;
    expect(costOf(army)).toBe(9);
    expect(place(army, at('e1'), 'r', 'white', 10)).toBeNull();
    expect(place(army, at('e2'), 'p', 'white', 10)).not.toBeNull();
  });

  it('gives back what stood there', () => {
    const army = place(emptyArmy, at('d1'), 'q', 'white', 9)!;
    expect(armyText(place(army, at('d1'), 'r', 'white', 9)!, 'white')).toBe('8/8/8/3R4');
  });

  it('moves the king instead of making a second one', () => {
    const first = place(emptyArmy, at('e1'), 'k', 'white', 0)!;
    const second = place(first, at('c2'), 'k', 'white', 0)!;
    expect(armyText(second, 'white')).toBe('8/8/2K5/8');
    expect(hasKing(second)).toBe(true);
  });

  it('puts men in the colour of their side', () => {
    expect(place(emptyArmy, at('e8'), 'k', 'black', 0)![at('e8')]).toBe('k');
  });

  it('lets men change places, and go', () => {
    const army = armyOf('8/8/8/R3K3', 'white');
    expect(armyText(shift(army, at('a1'), at('e1')), 'white')).toBe('8/8/8/K3R3');
    expect(armyText(shift(army, at('a1'), at('b2')), 'white')).toBe('8/8/1R6/4K3');
    expect(armyText(remove(army, at('a1')), 'white')).toBe('8/8/8/4K3');
  });
});

describe('a hand over the board', () => {
  const army = armyOf('8/8/8/R3K3', 'white');

  it('can take what can be paid, to every own square', () => {
    const targets = draftTargets(army, 'white', 8);
    expect(targets.get('n')?.size).toBe(32);
    expect(targets.get('k')?.size).toBe(31);
    // A queen fits nowhere but where the rook's price comes back, which is not enough either.
    expect(targets.get('q')).toBeUndefined();
    // Nor is there a second rook to be had, and one in the place of the first changes nothing.
    expect(targets.get('r')).toBeUndefined();
    expect(targets.get(at('a1'))?.size).toBe(31);
  });

  it('says what it did in the words of a move', () => {
    const targets = draftTargets(army, 'white', 39);
    const drop = targets.get('n')?.get(at('c2'))?.[0] ?? '';
    const step = targets.get(at('a1'))?.get(at('h4'))?.[0] ?? '';
    const next = applyHand(applyHand(army, drop, 'white', 39)!, step, 'white', 39)!;
    expect(armyText(next, 'white')).toBe('7R/8/2N5/4K3');
  });
});
