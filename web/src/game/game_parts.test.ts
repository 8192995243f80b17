import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { parseFen, writeFen } from '../board/fen';
import { Color } from '../gen/chess/common/v1/match_pb';
import {
  EndReason,
  GameResultSchema,
  GameSnapshotSchema,
  GameViewSchema,
  OperatorCause,
  PlayedMoveSchema,
} from '../gen/chess/game/v1/game_pb';
import { de } from '../i18n/de';
import { en } from '../i18n/en';
import { es } from '../i18n/es';
import { fr } from '../i18n/fr';
import { timeControlOf } from '../lobby/settings';
import { clockAtPly, readClock } from './clocks';
import { capturedUpTo, materialLead } from './material';
import { modelOf } from './merge';
import { moveRows } from './move_rows';
import { marchesUp, positionsOf } from './positions';
import { outcomeFor, resultReason, resultRest, resultTitle } from './result_text';

function moves(...ucis: string[]) {
  return ucis.map((uci, i) => create(PlayedMoveSchema, { ply: i + 1, uci, san: uci }));
}

const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('the score sheet', () => {
  it('pairs the moves of a number', () => {
    const rows = moveRows(moves('e2e4', 'e7e5', 'g1f3'));
    expect(rows.map((row) => [row.number, row.white?.uci, row.black?.uci])).toEqual([
      [1, 'e2e4', 'e7e5'],
      [2, 'g1f3', undefined],
    ]);
  });

  it('leaves the place of White empty when Black began', () => {
    const [first] = moveRows([create(PlayedMoveSchema, { ply: 2, uci: 'e7e5' })]);
    expect([first?.number, first?.white, first?.black?.uci]).toEqual([1, null, 'e7e5']);
  });
});

describe('the positions of a game', () => {
  const view = create(GameViewSchema, { seq: 3n, ply: 2, fen: '8/8/8/8/8/8/8/K6k w - - 0 1' });
  const snapshot = create(GameSnapshotSchema, { view, startFen, moves: moves('e2e4', 'd7d5') });
  const positions = positionsOf(modelOf(snapshot)!);

  it('are worked out from the moves', () => {
    expect(writeFen(positions[1]!)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
  });

  it('are the ones the server sent where it sent any', () => {
    expect(writeFen(positions[2]!)).toBe('8/8/8/8/8/8/8/K6k w');
  });
});

describe('clocks', () => {
  const clocks = {
    white: { remainingMs: 60_000n, flagTime: timestampFromMs(1_060_000) },
    black: { remainingMs: 50_000n },
    running: Color.WHITE,
  };
  const view = create(GameViewSchema, { clocks });

  it('fall towards the time of the flag on the server', () => {
    expect(readClock(view, 'white', 1_015_000)).toEqual({ ms: 45_000, running: true });
    expect(readClock(view, 'black', 1_015_000)).toEqual({ ms: 50_000, running: false });
  });

  it('never show more than there was nor less than nothing', () => {
    expect(readClock(view, 'white', 900_000)?.ms).toBe(60_000);
    expect(readClock(view, 'white', 2_000_000)?.ms).toBe(0);
  });

  it('are not there in a game without any', () => {
    expect(readClock(create(GameViewSchema, {}), 'white', 0)).toBeNull();
  });

  it('show at an earlier ply what the mover had left', () => {
    const played = moves('e2e4', 'e7e5', 'g1f3').map((move, i) => ({
      ...move,
      clockMs: BigInt(100 - i),
    }));
    const control = timeControlOf({ minutes: 5, increment: 3 });
    expect(clockAtPly(played, control, 'white', 2)).toBe(100);
    expect(clockAtPly(played, control, 'black', 2)).toBe(99);
    expect(clockAtPly(played, control, 'white', 3)).toBe(98);
    expect(clockAtPly(played, control, 'black', 1)).toBe(300_000);
    expect(clockAtPly([], timeControlOf(null), 'white', 0)).toBeNull();
  });
});

describe('material', () => {
  it('counts captures of either side, also en passant', () => {
    const snapshot = create(GameSnapshotSchema, {
      view: create(GameViewSchema, { seq: 1n, ply: 99, fen: startFen }),
      startFen,
      moves: moves('e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6', 'e7d6'),
    });
    const positions = positionsOf(modelOf(snapshot)!);
    expect(capturedUpTo(positions, 6, 'white')).toBe('p');
    expect(capturedUpTo(positions, 6, 'black')).toBe('P');
    expect(capturedUpTo(positions, 5, 'black')).toBe('');
  });

  it('is weighed as usual', () => {
    expect(materialLead(parseFen('qr6/8/8/8/8/8/8/KBNP4 w')!.men)).toBe(7 - 14);
  });
});

describe('a result in words', () => {
  const mate = create(GameResultSchema, {
    score: '0-1',
    winner: Color.BLACK,
    reason: EndReason.CHECKMATE,
  });

  it('depends on who reads it', () => {
    expect(resultTitle(mate, 'black', en)).toBe('You won');
    expect(resultTitle(mate, 'white', en)).toBe('You lost');
    expect(resultTitle(mate, null, en)).toBe('Black wins');
  });

  it('has a sentence for every way to end', () => {
    const reasons = Object.values(EndReason).filter(
      (value): value is EndReason => Number(value) > 0,
    );
    for (const reason of reasons) {
      const result = create(GameResultSchema, { score: '1-0', winner: Color.WHITE, reason });
      expect(resultReason(result, en), EndReason[reason]).not.toBe('');
    }
  });

  it('says that a flag fell although it was a draw', () => {
    const draw = create(GameResultSchema, { score: '1/2-1/2', reason: EndReason.TIMEOUT });
    expect(outcomeFor(draw, 'white')).toBe('draw');
    expect(resultReason(draw, en)).toContain('could not mate');
  });

  it('calls a game without a score aborted', () => {
    const aborted = create(GameResultSchema, { score: '*', reason: EndReason.ABORTED });
    expect(outcomeFor(aborted, 'white')).toBe('aborted');
  });

  const sentence = (result: object, m: typeof en, side: 'white' | 'black' | null = 'white') => {
    const message = create(GameResultSchema, result);
    return resultTitle(message, side, m) + resultRest(message, m);
  };

  it.each([
    [en, 'You lost: the king was taken.', 'Game aborted before both had moved.'],
    [
      de,
      'Verloren: Der König wurde geschlagen.',
      'Partie abgebrochen, bevor beide gezogen hatten.',
    ],
    [es, 'Has perdido: el rey ha sido capturado.', 'Partida anulada antes de que ambos movieran.'],
    [
      fr,
      'Vous avez perdu\u00a0: le roi a été pris.',
      'Partie annulée avant que les deux aient joué.',
    ],
  ])('is one sentence (%#)', (m, taken, aborted) => {
    const end = { score: '0-1', winner: Color.BLACK, reason: EndReason.VARIANT };
    expect(sentence({ ...end, variantEnd: 'fog_of_war' }, m)).toBe(taken);
    expect(sentence({ score: '*', reason: EndReason.ABORTED }, m)).toBe(aborted);
  });

  it.each([en, de, es, fr])('joins every reason to its title (%#)', (m) => {
    const { reasons, variantEnds, variantDraws } = m.result;
    for (const words of [reasons, variantEnds, variantDraws].flatMap((all) => Object.values(all)))
      expect(words).toMatch(/^( |\u00a0?: |, )\S.*[^.]$/u);
    const mated = { score: '0-1', winner: Color.BLACK, reason: EndReason.CHECKMATE };
    expect(resultReason(create(GameResultSchema, mated), m)).toMatch(/^\p{Letter}/u);
  });

  it('says why an operator decided a game', () => {
    const causes = Object.values(OperatorCause).filter((value) => Number(value) > 0);
    const words = causes.map((operatorCause) =>
      resultReason(
        create(GameResultSchema, {
          score: '*',
          reason: EndReason.OPERATOR,
          operatorCause: operatorCause as OperatorCause,
        }),
        en,
      ),
    );
    expect(words[0]).toContain('decided by the organisers');
    expect(new Set(words).size).toBe(causes.length);
  });

  it('names the end that a rule of the set brought', () => {
    const ends = 'atomic antichess horde racing_kings fog_of_war king_of_the_hill three_check';
    for (const variantEnd of ends.split(' ')) {
      const end = { score: '1-0', winner: Color.WHITE, reason: EndReason.VARIANT, variantEnd };
      const words = resultReason(create(GameResultSchema, end), en);
      expect(words, variantEnd).not.toBe(en.result.reasons.variant.trim());
    }
    const race = { score: '1/2-1/2', reason: EndReason.VARIANT, variantEnd: 'racing_kings' };
    expect(resultReason(create(GameResultSchema, race), en)).toContain('both kings');
  });
});

it.each([
  ['8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1', true],
  [startFen, false],
  ['8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1', false],
  ['8/8/8/8/8/8/8/8 w - - 0 1', false],
])('the board of %s is not turned for Black: %s', (fen, kept) => {
  expect(marchesUp(parseFen(fen) ?? undefined)).toBe(kept);
});
