import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { RuleAxis, RuleInfoSchema, type RuleInfo } from '../gen/chess/rules/v1/rules_service_pb';
import { choiceOf, nameOf, obstacles, pick, plainChoice, ratedBudget, takesNumber } from './choice';

const base = (key: string, ...excludes: string[]) =>
  create(RuleInfoSchema, { key, axis: RuleAxis.BASE, excludes });
const twist = (key: string, ...excludes: string[]) =>
  create(RuleInfoSchema, { key, axis: RuleAxis.TWIST, excludes });
const rules: RuleInfo[] = [
  base('standard'),
  base('atomic', 'cannibal'),
  base('horde', 'chess960', 'draft'),
  create(RuleInfoSchema, {
    key: 'chess960',
    axis: RuleAxis.SETUP,
    excludes: ['horde', 'draft'],
    parameterMin: 0,
    parameterMax: 959,
    parameterDrawn: true,
  }),
  create(RuleInfoSchema, {
    key: 'draft',
    axis: RuleAxis.SETUP,
    excludes: ['horde', 'chess960'],
    parameterMin: 0,
    parameterMax: 200,
    parameterDefault: 39,
    drafts: true,
  }),
  twist('dice'),
  twist('cannibal', 'atomic'),
];
const rule = (key: string) => rules.find((r) => r.key === key)!;

describe('the canonical name', () => {
  it.each([
    [plainChoice, 'standard'],
    [{ ...plainChoice, twists: ['dice'] }, 'dice'],
    [{ base: 'atomic', setup: 'chess960', number: 17, twists: [] }, 'atomic+chess960:17'],
    [
      { base: 'standard', setup: 'draft', number: 39, twists: ['king_of_the_hill', 'dice'] },
      'dice+draft:39+king_of_the_hill',
    ],
    [{ ...plainChoice, setup: 'chess960' }, 'chess960'],
  ])('of %o is %s', (choice, name) => {
    expect(nameOf(choice)).toBe(name);
  });

  it('is read back', () => {
    for (const name of ['standard', 'atomic+chess960:17', 'dice+draft:39', 'chess960']) {
      expect(nameOf(choiceOf(name, rules))).toBe(name);
    }
  });

  it('of a draft always carries its budget', () => {
    expect(nameOf(choiceOf('draft', rules))).toBe('draft:39');
  });

  it('loses what the server no longer knows', () => {
    expect(nameOf(choiceOf('dice+something_old', rules))).toBe('dice');
  });
});

describe('what excludes what', () => {
  it('is told from both sides', () => {
    const choice = { ...plainChoice, base: 'atomic' };
    expect(obstacles(rule('cannibal'), choice, rules)).toEqual(['atomic']);
    const other = { ...plainChoice, twists: ['cannibal'] };
    expect(obstacles(rule('atomic'), other, rules)).toEqual(['cannibal']);
    expect(obstacles(rule('dice'), choice, rules)).toEqual([]);
  });

  it('never keeps one set-up from taking the place of another', () => {
    const choice = { ...plainChoice, setup: 'draft', number: 39 };
    expect(obstacles(rule('chess960'), choice, rules)).toEqual([]);
    expect(obstacles(rule('horde'), choice, rules)).toEqual(['draft']);
  });

  it('never keeps a twist from being taken out', () => {
    const choice = { ...plainChoice, twists: ['cannibal'] };
    expect(obstacles(rule('cannibal'), choice, rules)).toEqual([]);
  });
});

describe('picking', () => {
  it('puts twists in and out, and replaces base and set-up', () => {
    let choice = pick(rule('dice'), plainChoice);
    choice = pick(rule('atomic'), choice);
    choice = pick(rule('draft'), choice);
    expect(nameOf(choice)).toBe('atomic+dice+draft:39');
    choice = pick(rule('chess960'), pick(rule('dice'), choice));
    expect(nameOf(choice)).toBe('atomic+chess960');
  });

  it.each([
    ['chess960', '0', true],
    ['chess960', '959', true],
    ['chess960', '960', false],
    ['chess960', '-3', false],
    ['chess960', '1.5', false],
    ['chess960', '', false],
    ['draft', 'much', false],
    ['standard', '1', false],
  ])('a number of %s: %s is %s', (key, text, taken) => {
    expect(takesNumber(rule(key), text)).toBe(taken);
  });
});

it('knows the one budget with which a draft is rated, and none of other sets', () => {
  expect(ratedBudget('atomic+draft:20', rules)).toBe(39);
  expect(ratedBudget('chess960:12+dice', rules)).toBeNull();
});
