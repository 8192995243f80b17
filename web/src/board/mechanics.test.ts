import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { parseFen, writeFen } from './fen';
import { playUci } from './mechanics';

function after(fen: string, ...moves: string[]): string {
  return writeFen(moves.reduce((at, uci) => playUci(at, uci), parseFen(fen)!));
}

describe('the hand that moves men', () => {
  it('captures by putting a man where another stood', () => {
    expect(after('4k3/8/8/3p4/4P3/8/8/4K3 w', 'e4d5')).toBe('4k3/8/8/3P4/8/8/8/4K3 b');
  });

  it('takes the passed pawn off the board en passant', () => {
    expect(after('4k3/8/8/3pP3/8/8/8/4K3 w', 'e5d6')).toBe('4k3/8/3P4/8/8/8/8/4K3 b');
  });

  it('promotes in the colour of the pawn', () => {
    expect(after('8/4P3/8/8/8/8/4p3/8 w', 'e7e8q', 'e2e1n')).toBe('4Q3/8/8/8/8/8/8/4n3 w');
  });

  it('takes the rook along when the king castles by two steps', () => {
    expect(after('r3k2r/8/8/8/8/8/8/R3K2R w', 'e1g1', 'e8c8')).toBe('2kr3r/8/8/8/8/8/8/R4RK1 w');
  });

  it('castles by king onto rook from any Chess960 start', () => {
    expect(after('8/8/8/8/8/8/8/1R2K1R1 w', 'e1b1')).toBe('8/8/8/8/8/8/8/2KR2R1 b');
    expect(after('8/8/8/8/8/8/8/5KR1 w', 'f1g1')).toBe('8/8/8/8/8/8/8/5RK1 b');
    expect(after('8/8/8/8/8/8/8/1RK5 w', 'c1b1')).toBe('8/8/8/8/8/8/8/2KR4 b');
  });

  it('does not castle when a king takes a rook of the other side', () => {
    expect(after('8/8/8/8/8/8/8/4Kr2 w', 'e1f1')).toBe('8/8/8/8/8/8/8/5K2 b');
  });

  it('drops men of the side to move, and they are gone from its hand', () => {
    expect(after('8/8/8/8/8/8/8/8 b', 'N@f3')).toBe('8/8/8/8/8/5n2/8/8 w');
    const { hands } = playUci(parseFen('8/8/8/8/8/8/8/8[Nnn] b')!, 'N@f3');
    expect(hands).toEqual({ white: { n: 1 }, black: { n: 1 } });
  });

  it('lets the referee say what castles and what is taken en passant', () => {
    const king = parseFen('8/8/8/8/8/8/8/4+K2R w')!;
    expect(writeFen(playUci(king, 'e1g1', ['bonus']))).toBe('8/8/8/8/8/8/8/6+KR b');
    const knight = parseFen('8/8/8/3pN(NP)3/8/8/8/8 w')!;
    expect(writeFen(playUci(knight, 'e5d6', ['capture', 'enPassant']))).toBe(
      '8/8/3N(NP)4/8/8/8/8/8 b',
    );
  });

  it('carries marks and powers along', () => {
    expect(after('8/8/8/8/8/8/8/+N(RN)7 w', 'a1b3')).toBe('8/8/8/8/8/1+N(RN)6/8/8 b');
  });

  it('leaves the men alone when it is told nonsense', () => {
    expect(after('8/8/8/8/8/8/8/4K3 w', 'zz99')).toBe('8/8/8/8/8/8/8/4K3 b');
  });

  it('agrees with a referee over sixty random games', () => {
    let seed = 20261129;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let game = 0; game < 60; game++) {
      const chess = new Chess();
      let position = parseFen(chess.fen())!;
      for (let ply = 0; ply < 60 && !chess.isGameOver(); ply++) {
        const moves = chess.moves();
        const move = chess.move(moves[random(moves.length)]!);
        position = playUci(position, move.from + move.to + (move.promotion ?? ''));
        const truth = chess.fen().split(' ').slice(0, 2).join(' ');
        expect(writeFen(position), move.san).toBe(truth);
      }
    }
  });
});
