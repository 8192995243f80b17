import { describe, expect, it, vi } from 'vitest';
import { ErrorReason } from '../gen/chess/common/v1/error_reason_pb';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { CallError } from '../api/error';
import { fill, i18n, localeOf, pickLanguage } from './i18n.svelte';

vi.stubGlobal('navigator', { languages: ['en'] });

/** All paths of a tree of texts, with the kind of what stands there. */
function shape(tree: object, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object'
      ? shape(value as object, `${path}.${key}`)
      : [`${path}.${key}: ${typeof value}`],
  );
}

describe.each([
  ['de', de],
  ['es', es],
  ['fr', fr],
])('the language %s', (_, messages) => {
  it('says everything that English says', () => {
    expect(shape(messages).sort()).toEqual(shape(en).sort());
  });

  it('is not English', () => {
    expect(messages.languageName).not.toBe(en.languageName);
    expect(messages.start.title).not.toBe(en.start.title);
  });

  it('keeps the places that are filled in', () => {
    for (const [reason, text] of Object.entries(en.errors)) {
      const places = (s: string) => (s.match(/\{\w+\}/g) ?? []).sort();
      expect(places(messages.errors[reason] ?? ''), reason).toEqual(places(text));
    }
  });
});

it('has a sentence for every reason that a call of this client can get', () => {
  const notHere =
    /^(UNSPECIFIED|NOT_A_SERVICE|GAME_EXISTS|CURSOR_AHEAD|FEN_INVALID|PGN_INVALID|ENGINE.*|IN_RATED_GAME|SLOW_CONSUMER)$/;
  const reasons = Object.keys(ErrorReason).filter(
    (key) => !/^\d+$/.test(key) && !notHere.test(key),
  );
  expect(reasons.filter((reason) => !(reason in en.errors))).toEqual([]);
});

it('fills places and leaves out what has no value', () => {
  expect(fill('Not allowed ({field}).', { field: 'name' })).toBe('Not allowed (name).');
  expect(fill('Not allowed ({field}).', {})).toBe('Not allowed.');
});

it('picks the first language that there is', () => {
  expect(pickLanguage(['pt-BR', 'de-AT', 'en'])).toBe('de');
  expect(pickLanguage(['ja'])).toBe('en');
});

it('writes dates as the browser does where it speaks the language', () => {
  expect(localeOf('en', ['de-CH', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeOf('fr', ['en-GB'])).toBe('fr');
  expect(localeOf('en', ['en-not_a_locale'])).toBe('en');
});

it('has a title, a line and a text for every rule, and the same in all languages', () => {
  const keys = Object.keys(en.ruleSets).sort();
  expect(keys).toHaveLength(17);
  for (const { ruleSets, ruleLines, ruleTexts } of [en, de, es, fr]) {
    expect(Object.keys(ruleSets).sort()).toEqual(keys);
    expect(Object.keys(ruleLines).sort()).toEqual(keys);
    expect(Object.keys(ruleTexts).sort()).toEqual(keys);
  }
});

it('names the kinds of pieces that an error speaks of', () => {
  const error = new CallError('DICE_FORBIDS', { allowed: 'N,Q' }, false, 0, '');
  expect(i18n.error(error)).toBe('The dice do not allow that: knight, queen.');
});
