import { describe, expect, it } from 'vitest';
import { kingSquare, parseFen, writeFen } from './fen';
import { squareOf } from './square';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('reading a FEN', () => {
  it('puts the men of the start position on their squares', () => {
    const { men, toMove } = parseFen(start)!;
    expect(men[squareOf('e1')]).toBe('K');
    expect(men[squareOf('d8')]).toBe('q');
    expect(men[squareOf('e4')]).toBeNull();
    expect(toMove).toBe('white');
  });

  it('keeps placement and turn through a round trip', () => {
    const fen = 'r3k2r/1b4bq/8/8/8/8/7B/R3K2R b';
    expect(writeFen(parseFen(`${fen} KQkq - 3 20`)!)).toBe(fen);
  });

  it('keeps marks and powers with their men', () => {
    const position = parseFen('4k(n)3/8/8/8/8/8/8/+R3Q~(QN)K2 w - - 0 1')!;
    expect(position.men[squareOf('a1')]).toBe('+R');
    expect(position.men[squareOf('e1')]).toBe('Q~(QN)');
    expect(position.men[squareOf('e8')]).toBe('k(n)');
    expect(writeFen(position)).toBe('4k(n)3/8/8/8/8/8/8/+R3Q~(QN)K2 w');
    expect(position.hands).toBeNull();
    expect(position.checks).toBeNull();
  });

  it('counts the men in hand of each side', () => {
    const { hands } = parseFen('4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1')!;
    expect(hands).toEqual({ white: { q: 1, p: 2 }, black: { n: 1 } });
    expect(parseFen('4k3/8/8/8/8/8/8/4K3[] w - - 0 1')!.hands).toEqual({ white: {}, black: {} });
  });

  it('reads the checks given', () => {
    const { checks } = parseFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+1')!;
    expect(checks).toEqual({ white: 2, black: 1 });
  });

  it.each([
    '',
    'nonsense',
    '8/8/8/8/8/8/8 w',
    '8/8/8/8/8/8/8/8/8 w',
    '7N(PN)/8/8/8/8/8/8/8 w',
    '7+/8/8/8/8/8/8/8 w',
    '9/8/8/8/8/8/8/8 w',
    '7/8/8/8/8/8/8/8 w',
    'x7/8/8/8/8/8/8/8 w',
  ])('refuses "%s"', (fen) => {
    expect(parseFen(fen)).toBeNull();
  });
});

it('finds the king of a side, or says that there is none', () => {
  const { men } = parseFen('8/8/3k4/8/8/8/8/8 w - - 0 1')!;
  expect(kingSquare(men, 'black')).toBe(squareOf('d6'));
  expect(kingSquare(men, 'white')).toBe(-1);
});
