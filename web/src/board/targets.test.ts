import { describe, expect, it } from 'vitest';
import { parseFen } from './fen';
import { squareOf } from './square';
import type { Move } from './mechanics';
import { targetsOf, withoutHidden } from './targets';

function reach(fen: string, moves: string[], from: string): Record<string, readonly string[]> {
  const reached =
    targetsOf(
      moves.map((uci) => ({ uci })),
      parseFen(fen)!.men,
    ).get(squareOf(from)) ?? new Map();
  return Object.fromEntries([...reached].map(([to, uci]) => [to, uci]));
}

describe('targets of a man', () => {
  it('keep the four promotions on one square apart', () => {
    const moves = ['e7e8q', 'e7e8r', 'e7e8b', 'e7e8n'];
    expect(reach('8/4P3/8/8/8/8/8/8 w', moves, 'e7')[squareOf('e8')]).toEqual(moves);
  });

  it('let standard castling be made onto the landing square and onto the rook', () => {
    const reached = reach('8/8/8/8/8/8/8/4K2R w', ['e1g1', 'e1f1'], 'e1');
    expect(reached[squareOf('g1')]).toEqual(['e1g1']);
    expect(reached[squareOf('h1')]).toEqual(['e1g1']);
  });

  it('leave the landing square to an ordinary king move in Chess960', () => {
    const reached = reach('8/8/8/8/8/8/8/5K1R w', ['f1g1', 'f1h1'], 'f1');
    expect(reached[squareOf('g1')]).toEqual(['f1g1']);
    expect(reached[squareOf('h1')]).toEqual(['f1h1']);
  });

  it('do not offer a king its own square when it castles standing still', () => {
    const reached = reach('8/8/8/8/8/8/8/6KR w', ['g1h1'], 'g1');
    expect(Object.keys(reached)).toEqual([String(squareOf('h1'))]);
  });

  it('believe the referee when it says what is castling and what is a leap of the king', () => {
    const men = parseFen('8/8/8/8/8/8/8/+K3+K2R w')!.men;
    const moves: Move[] = [
      { uci: 'e1g1', traits: ['bonus'] },
      { uci: 'e1f1', traits: [] },
    ];
    const reached = targetsOf(moves, men).get(squareOf('e1'))!;
    expect([...reached.keys()].sort()).toEqual([squareOf('f1'), squareOf('g1')].sort());
  });

  it('lead a man in hand to every square where it may be dropped', () => {
    const targets = targetsOf([{ uci: 'N@f3' }, { uci: 'N@g3' }, { uci: 'P@e4' }], []);
    expect([...targets.get('n')!]).toEqual([
      [squareOf('f3'), ['N@f3']],
      [squareOf('g3'), ['N@g3']],
    ]);
    expect([...targets.keys()]).toEqual(['n', 'p']);
  });

  it('are never shown on a square in the fog', () => {
    const men = parseFen('8/8/8/8/8/8/4P3/8 w')!.men;
    const targets = targetsOf([{ uci: 'e2e3' }, { uci: 'e2e4' }], men);
    const seen = withoutHidden(targets, new Set([squareOf('e4')]));
    expect([...seen.get(squareOf('e2'))!.keys()]).toEqual([squareOf('e3')]);
  });
});
