import { expect, it } from 'vitest';
import { mayComeYet, noteBegun } from './begun';

it('waits only for a game that was agreed on a moment ago', () => {
  noteBegun('HH5Xb9JU', 1000);
  expect(mayComeYet('HH5Xb9JU', 8999)).toBe(true);
  expect(mayComeYet('HH5Xb9JU', 9000)).toBe(false);
  expect(mayComeYet('Nonesuch', 1000)).toBe(false);
});
