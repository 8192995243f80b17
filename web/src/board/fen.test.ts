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

  it('ignores marks, powers and pockets that it cannot show', () => {
    const { men } = parseFen('4k3/8/8/8/8/8/8/+R3Q(QN)~K2[QPn] w - - 0 1')!;
    expect(men[squareOf('a1')]).toBe('R');
    expect(men[squareOf('e1')]).toBe('Q');
    expect(men[squareOf('f1')]).toBe('K');
  });

  it.each([
    '',
    'nonsense',
    '8/8/8/8/8/8/8 w',
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
