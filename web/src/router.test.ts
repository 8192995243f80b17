import { expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('localStorage', { getItem: () => null });
const { routeOf } = await import('./router.svelte');
const { readSession } = await import('./session/session.svelte');
const { readPreferences } = await import('./session/preferences.svelte');

it.each([
  ['/', { page: 'start', joinCode: '' }],
  ['/join/k7p4xm', { page: 'start', joinCode: 'K7P4XM' }],
  ['/join/short', { page: 'missing' }],
  ['/game/aB3dE6gH', { page: 'game', gameId: 'aB3dE6gH' }],
  ['/game/../x', { page: 'missing' }],
  ['/game/', { page: 'missing' }],
  ['/history', { page: 'history', name: '' }],
  ['/player/Mira-K', { page: 'history', name: 'Mira-K' }],
  ['/player/%3Cb%3E', { page: 'history', name: '<b>' }],
  ['/player/%', { page: 'history', name: '%' }],
  ['/history/more', { page: 'missing' }],
  ['/else', { page: 'missing' }],
])('the path %s leads to its page', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

it('takes a stored session only if it is one', () => {
  const session = { token: 't', playerId: 'p', name: 'n', guest: true };
  expect(readSession(JSON.stringify(session))).toEqual(session);
  for (const text of [null, '', '{', 'null', '5', '{"token":1}', '{"token":"t"}']) {
    expect(readSession(text), String(text)).toBeNull();
  }
});

it('takes stored preferences only where they make sense', () => {
  const plain = { theme: 'system', accent: 'copper', language: '' };
  for (const text of [null, '{', 'null', '{"theme":"pink","accent":1,"language":"<x>"}']) {
    expect(readPreferences(text), String(text)).toEqual(plain);
  }
  expect(readPreferences('{"theme":"dark","accent":"fjord","language":"de"}')).toEqual({
    theme: 'dark',
    accent: 'fjord',
    language: 'de',
  });
});
