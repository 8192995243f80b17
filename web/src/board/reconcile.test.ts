import { expect, it } from 'vitest';
import { parseFen } from './fen';
import { reconcile, type TrackedMan } from './reconcile';
import { squareOf } from './square';

function counter(): () => number {
  let id = 0;
  return () => (id += 1);
}

function track(...fens: string[]): TrackedMan[] {
  const next = counter();
  return fens.reduce<TrackedMan[]>(
    (before, fen) => reconcile(before, parseFen(fen)!.men, next),
    [],
  );
}

it('keeps the name of a man that moves', () => {
  const [before] = track('8/8/8/8/8/8/4P3/8 w');
  const [after] = track('8/8/8/8/8/8/4P3/8 w', '8/8/8/8/4P3/8/8/8 b');
  expect(after).toEqual({ ...before, square: squareOf('e4') });
});

it('moves both men of a castling', () => {
  const before = track('8/8/8/8/8/8/8/4K2R w');
  const after = track('8/8/8/8/8/8/8/4K2R w', '8/8/8/8/8/8/8/5RK1 b');
  expect(after.map((t) => t.id)).toEqual(before.map((t) => t.id));
});

it('gives the nearest of several alike men the new square', () => {
  const after = track('8/8/8/8/8/N7/8/N7 w', '8/8/8/2N5/8/8/8/N7 b');
  expect(after.find((t) => t.square === squareOf('a1'))).toBeDefined();
  expect(after.map((t) => t.id)).toEqual([1, 2]);
});

it('forgets a man that was captured and names a man that appears', () => {
  const after = track('8/8/8/3p4/4P3/8/8/8 w', '8/8/8/3P4/8/8/8/8 b', '8/8/8/3Q4/8/8/8/8 b');
  expect(after).toEqual([{ id: 3, man: 'Q', square: squareOf('d5') }]);
});

it('follows a man that becomes what it captured', () => {
  const before = track('8/8/8/4r3/8/5N2/8/8 w');
  const knight = before.find((t) => t.man === 'N')!;
  const after = reconcile(before, parseFen('8/8/8/4R3/8/8/8/8 b')!.men, () => 99, [
    squareOf('f3'),
    squareOf('e5'),
  ]);
  expect(after).toEqual([{ id: knight.id, man: 'R', square: squareOf('e5') }]);
});

it('lets a man that blew up on its way go, and does not take another for it', () => {
  const before = track('8/8/8/4r3/4p3/5N2/8/8 w');
  const after = reconcile(before, parseFen('8/8/8/8/4p3/8/8/8 b')!.men, () => 99, [
    squareOf('f3'),
    squareOf('e5'),
  ]);
  expect(after.map((t) => t.man)).toEqual(['p']);
});
