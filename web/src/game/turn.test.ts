import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { parseFen } from '../board/fen';
import { squareName } from '../board/square';
import {
  BrainState,
  GameViewSchema,
  PieceType,
  PlayedMoveSchema,
} from '../gen/chess/game/v1/game_pb';
import { en } from '../i18n/en';
import { bondText, moveText } from './move_text';
import { allowedKinds, bondsOf, bondsOfMove, restingSquares } from './turn';

const roll = { drawNumber: 1, allowed: [PieceType.KNIGHT, PieceType.QUEEN] };
const named = { state: BrainState.NAMED, type: PieceType.QUEEN };
const thinking = { state: BrainState.THINKING, type: PieceType.UNSPECIFIED };

function resting(fen: string, view: object): string[] {
  const bonds = bondsOf(create(GameViewSchema, view));
  return [...restingSquares(parseFen(fen)!.men, 'white', bonds)].map(squareName).sort();
}

describe('the bonds of a turn', () => {
  it('are the roll, or what the brain chose from it', () => {
    expect(allowedKinds(bondsOf(create(GameViewSchema, { roll })))).toEqual(['n', 'q']);
    const both = bondsOf(create(GameViewSchema, { roll, brain: named }));
    expect(both.roll).toEqual(['n', 'q']);
    expect(allowedKinds(both)).toEqual(['q']);
  });

  it('are not there in other games', () => {
    expect(allowedKinds(bondsOf(create(GameViewSchema, {})))).toBeNull();
  });

  it('say that the brain thinks', () => {
    const bonds = bondsOf(create(GameViewSchema, { brain: thinking }));
    expect(bonds.brain).toEqual({ thinking: true, kind: '' });
    expect(allowedKinds(bonds)).toBeNull();
  });
});

describe('men at rest', () => {
  it('are those of a kind that may not move, of the own side alone', () => {
    expect(resting('4r3/8/8/8/8/8/8/RNBQK3 w', { roll })).toEqual(['a1', 'c1', 'e1']);
  });

  it('are not those that have an allowed power besides', () => {
    expect(resting('8/8/8/8/8/8/8/R(RN)2K4 w', { roll })).toEqual(['d1']);
  });

  it('are kings whatever they move as, unless the king may move', () => {
    expect(resting('8/8/8/8/8/8/8/K(N)7 w', { roll })).toEqual(['a1']);
    const kings = { drawNumber: 1, allowed: [PieceType.KING] };
    expect(resting('8/8/8/8/8/8/8/K(N)N6 w', { roll: kings })).toEqual(['b1']);
  });

  it('are none while nothing binds', () => {
    expect(resting('8/8/8/8/8/8/8/K6N w', {})).toEqual([]);
  });
});

describe('a move on the score sheet', () => {
  it.each([
    [{ san: 'Nf3' }, 'Nf3'],
    [{}, '…'],
    [{ seenType: PieceType.KNIGHT, seenTo: 'e5' }, 'N…e5'],
    [{ seenType: PieceType.PAWN, seenFrom: 'd7' }, 'd7…'],
  ])('%o reads %s', (move, text) => {
    expect(moveText(create(PlayedMoveSchema, move))).toBe(text);
  });

  it('tells what bound it', () => {
    const move = create(PlayedMoveSchema, { san: 'Qd4', roll, named: PieceType.QUEEN });
    expect(bondText(move, en)).toBe('rolled: knight, queen; the brain: queen');
    expect(bondText(create(PlayedMoveSchema, { san: 'e4' }), en)).toBe('');
  });
});

it('tells what bound a move that was played', () => {
  const move = create(PlayedMoveSchema, { ply: 1, uci: 'g1f3', roll, named: PieceType.KNIGHT });
  expect(bondsOfMove(move)).toEqual({
    roll: ['n', 'q'],
    brain: { thinking: false, kind: 'n' },
  });
  expect(bondsOfMove(create(PlayedMoveSchema, { ply: 1 }))).toEqual({ roll: null, brain: null });
  expect(bondsOfMove(undefined)).toEqual({ roll: null, brain: null });
});
