// Every base, set-up and twist on screen: two browsers choose it, play a short game by clicking, and
// see what makes it different. One system and one pair of people serve all games.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {launchBrowser, Person} from './lib/browser.mjs';
import {ROOT, System} from './lib/system.mjs';
import {drawnOn, picks, showsOn, squaresWith, Table} from './lib/table.mjs';

let system;
let browser;
let table;

before(async () => {
  const page = path.join(ROOT, 'web/dist/index.html');
  assert.ok(fs.existsSync(page), 'the web client is built (./dev build)');
  [system, browser] = await Promise.all([System.start(), launchBrowser()]);
  table = await Table.open(browser, system.url);
}, {timeout: 180_000});
after(async () => {
  await table?.close();
  await browser?.close();
  await system?.stop();
});

/** A game of its own; nothing may fall over in it. */
function game(name, pick, body) {
  test(name, {timeout: 60_000}, async () => {
    try {
      await table.sitDown(pick);
      await body(table);
      for (const tab of table.tabs) assert.deepEqual(tab.errors.splice(0), [], 'no page fell over');
    } catch (error) {
      for (const tab of table.tabs) console.error(await tab.describe());
      await leaveGame();
      throw error;
    }
  });
}

/** A game that went wrong is not left running. */
async function leaveGame() {
  for (const tab of table.tabs) {
    for (const id of ['resign', 'resign-confirm', 'abort']) {
      await tab.at(id).click({timeout: 500}).catch(() => {});
    }
  }
}

async function pgnOf(tab) {
  return fs.readFileSync((await tab.download('export-pgn')).path, 'utf8');
}

test('The chooser says what excludes what, and why', {timeout: 30_000}, async () => {
  const {white} = table;
  await white.page.goto('/');
  await white.click('rules-open');
  await white.choose('base-atomic');
  await white.choose('twist-dice');
  assert.equal(await white.text('rules-name'), 'atomic+dice');
  assert.ok(await white.at('twist-cannibal').isDisabled());
  assert.equal(await white.text('why-cannibal'), 'Not together with Atomic');
  await white.choose('setup-chess960');
  await white.at('number-fixed').check();
  await white.at('setup-number').fill('17');
  await white.at('setup-number').press('Tab');
  assert.equal(await white.text('rules-name'), 'atomic+chess960:17+dice');
  assert.equal(await white.text('why-horde'), 'Not together with Chess960');
  assert.equal(await white.text('rules-title'), 'Atomic + Chess960 17 + Dice');
  await white.click('rules-reset');
  assert.equal(await white.text('rules-name'), 'standard');
  assert.equal(await white.at('why-cannibal').count(), 0);
  assert.ok(await white.at('twist-cannibal').isEnabled());
});

test('What cannot be rated is not offered as rated, and says why', {timeout: 30_000}, async () => {
  const {white} = table;
  await white.page.goto('/');
  await white.choose('rated');
  await white.click('rules-open');
  await white.choose('setup-draft');
  await white.at('setup-number').fill('20');
  await white.at('setup-number').press('Tab');
  await white.click('rules-done');
  await white.at('unrated').filter({hasText: 'Rated only with a budget of 39.'}).waitFor();
  assert.ok(await white.at('rated').isDisabled());
  assert.ok(await white.at('casual').isChecked());
  await white.click('rules-open');
  await white.at('setup-number').fill('39');
  await white.at('setup-number').press('Tab');
  await white.click('rules-done');
  await white.at('unrated').waitFor({state: 'detached'});
  assert.ok(await white.at('rated').isChecked(), 'the wish comes back with rules that allow it');
  await white.choose('pace-none');
  assert.ok(await white.at('rated').isDisabled());
  assert.equal(await white.text('unrated'), 'Without a clock a game is not rated.');
  await white.choose('pace-5-3');
  await white.click('rules-open');
  await white.click('rules-reset');
  await white.click('rules-done');
});

game('Atomic: a capture takes its surroundings along', picks('base-atomic'), async (t) => {
  await t.play('g1f3 a7a6 f3e5 a6a5 e5f7');
  await t.shows({f7: '', e8: '', d8: 'q', f8: '', g8: '', e7: 'p', g7: 'p', h8: 'r'});
  await t.ends('1-0', /: the king was blown up\./);
  await t.white.click('step-previous');
  await showsOn(t.white, {e5: 'N', f7: 'p', e8: 'k'});
  await t.white.click('step-next');
  await showsOn(t.white, {f7: '', e8: ''});
  await t.black.page.reload();
  await showsOn(t.black, {f7: '', e8: ''});
  await t.black.click('step-previous');
  await showsOn(t.black, {e5: 'N', f7: 'p', e8: 'k'});
});

game('Antichess: who can capture must, and a pawn becomes a king', picks('base-antichess'), async (t) => {
  await t.play('f2f4 b8a6 f4f5 a6b4 f5f6');
  await t.black.click('square-a7');
  assert.deepEqual(await squaresWith(t.black, 'reachable'), [], 'a pawn that may not move');
  await t.black.click('square-b4');
  assert.deepEqual(await squaresWith(t.black, 'reachable'), ['a2', 'c2'], 'it must capture');
  await t.black.click('square-b4');
  await t.play('b4c2 f6e7 c2e1 e7f8k');
  await t.shows({f8: 'K', e1: 'n'});
  await t.resign();
});

game('Crazyhouse: captured men are dropped by click, by drag and by key', picks('base-crazyhouse'),
  async (t) => {
    await t.play('e2e4 d7d5 e4d5 d8d5');
    for (const tab of t.tabs) {
      assert.equal(await tab.at('hand-white-p').getAttribute('data-count'), '1');
      assert.equal(await tab.at('hand-black-p').getAttribute('data-count'), '1');
    }
    assert.ok(await t.white.at('hand-white-n').isDisabled());
    await t.white.click('hand-white-p');
    const open = await squaresWith(t.white, 'reachable');
    assert.ok(open.includes('e4') && !open.includes('d2') && !open.includes('e8'), open.join(' '));
    await t.white.click('square-e4');
    await t.played();
    await t.shows({e4: 'P'});
    assert.equal(await t.black.at('hand-white-p').getAttribute('data-count'), '0');
    await drag(t.black, 'hand-black-p', 'square-e6');
    await t.played();
    await t.shows({e6: 'p'});
    await t.play('e4d5 e6d5');
    await t.white.at('hand-white-q').press('Enter');
    await t.white.at('square-h5').focus();
    assert.equal(await t.white.at('square-h5').getAttribute('aria-label'), 'h5, empty, queen can go here');
    assert.match(await t.white.at('square-e8').getAttribute('aria-label'), /^e8, black king$/);
    await t.white.page.keyboard.press('Enter');
    await t.played();
    await t.shows({h5: 'Q'});
    assert.match(await t.white.text('move-9'), /^Q@h5/);
    await t.resign();
  });

/** Drags from what bears one test id to what bears another. */
async function drag(tab, from, to) {
  const {mouse} = tab.page;
  const middle = async (id) => {
    const box = await tab.at(id).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await mouse.move(...await middle(from));
  await mouse.down();
  await mouse.move(...await middle(to), {steps: 6});
  await mouse.up();
}

game('Horde: pawns against an army', picks('base-horde'), async (t) => {
  const pawns = t.white.page.locator('.square[data-man=P]');
  assert.equal(await pawns.count(), 36);
  await t.play('b5b6 a7b6 c5b6 c7b6');
  assert.equal(await pawns.count(), 34);
  await t.resign();
});

game('Racing Kings: both arrive, and it is a draw', picks('base-racing_kings'), async (t) => {
  for (const tab of t.tabs) {
    const first = tab.page.locator('[data-testid=board] [data-cell]').first();
    assert.equal(await first.getAttribute('data-cell'), '56', 'nobody races downwards');
    const [name, board] = await Promise.all(
      [tab === t.black ? 'player-black' : 'player-white', 'board'].map((id) => tab.at(id).boundingBox()));
    assert.ok(name.y > board.y, 'the own name stands below');
  }
  await t.play('h2h3 a2a3 h3h4 a3a4 h4h5 a4a5 h5h6 a5a6 h6g7 a6b7 g7g8 b7b8');
  await t.ends('1/2-1/2', /: both kings reached the eighth rank\./);
});

game('Chess960: a chosen number, and castling onto the own rook',
  async (tab) => {
    await tab.choose('setup-chess960');
    await tab.at('number-fixed').check();
    await tab.at('setup-number').fill('612');
    await tab.at('setup-number').press('Tab');
  },
  async (t) => {
    assert.equal(t.ruleSet, 'chess960:612');
    await t.shows({e1: 'Q', f1: 'K', g1: 'R', h1: 'N'});
    await t.play('f1g1');
    await t.shows({f1: 'R', g1: 'K'});
    assert.equal(await t.black.text('move-1'), 'O-O');
    await t.play('e7e5');
    await t.resign();
  });

game('Chess960: a drawn number is there when both are', picks('setup-chess960'), async (t) => {
  await t.reaches('running');
  const number = await t.white.text('setup-number-drawn');
  assert.match(number, /^Position \d{1,3}$/);
  assert.equal(await t.black.text('setup-number-drawn'), number);
  const kings = t.black.page.locator('.square[data-man=K], .square[data-man=k]');
  assert.equal(await kings.count(), 2);
  await t.play('a2a4 a7a5');
  await t.resign();
});

game('Draft: two armies are placed in secret, locked, revealed and played', picks('setup-draft'),
  async (t) => {
    const {white, black} = t;
    await t.reaches('drafting');
    const left = (tab) => tab.at('draft-budget-left').getAttribute('data-left');
    assert.equal(await left(white), '39');
    assert.ok(await white.at('draft-lock').isDisabled(), 'no lock without a king');
    await white.click('draft-usual');
    assert.equal(await left(white), '0');
    assert.ok(await white.at('hand-white-q').isDisabled(), 'nothing left for a queen');
    assert.match(await white.at('hand-white-q').getAttribute('aria-label'), /costs 9. Not enough budget/);
    await white.click('square-a1');
    await white.click('draft-remove');
    assert.equal(await left(white), '5');
    await drag(white, 'hand-white-n', 'square-c3');
    assert.equal(await left(white), '2');
    await drag(white, 'square-c3', 'square-d4');
    await showsOn(white, {c3: '', d4: 'N', a1: ''});
    // Black uses the keyboard: a king and two queens.
    await black.at('hand-black-k').press('Enter');
    await black.at('square-e8').focus();
    await black.page.keyboard.press('Enter');
    for (const square of ['square-d8', 'square-f8']) {
      await black.at('hand-black-q').focus();
      await black.page.keyboard.press('Enter');
      await black.at(square).focus();
      await black.page.keyboard.press('Enter');
      await black.page.keyboard.press('Escape');
    }
    assert.equal(await left(black), '21');
    await showsOn(black, {e8: 'k', d8: 'q', f8: 'q', d4: ''});
    assert.ok((await squaresWith(black, 'fog')).includes('d4'), 'their half is hidden');
    await white.at('draft-word').and(white.page.locator('[data-state=saved]')).waitFor();
    await white.page.reload();
    await showsOn(white, {d4: 'N', a1: '', e1: 'K'});
    await white.click('draft-lock');
    await black.at('placed-white').filter({hasText: /has locked/}).waitFor();
    await black.at('announcer').filter({hasText: /has locked/}).waitFor();
    assert.ok(await white.at('hand-white-p').isDisabled(), 'a lock is final');
    await showsOn(black, {d4: '', e1: ''});
    await black.click('draft-lock');
    await t.reaches('running');
    await t.shows({d4: 'N', e1: 'K', a1: '', e8: 'k', d8: 'q', f8: 'q', a7: ''});
    await t.play('d4f5 d8d2 d1d2');
    await t.shows({d2: 'Q'});
    await t.resign();
  });

game('Dice: both see what may move, and nothing else moves', picks('twist-dice'), async (t) => {
  await t.reaches('running');
  await t.play('e2e4 e7e5');
  for (let i = 0; i < 4; ++i) {
    const kinds = await sameOnBoth(t, 'roll');
    assert.ok(kinds.length >= 1 && kinds.length <= 3, kinds);
    const resting = await squaresWith(t.mover, 'resting');
    if (kinds.length === 2) assert.ok(resting.length > 0, 'some men rest');
    if (resting.length > 0) {
      await t.mover.click(`square-${resting[0]}`);
      assert.deepEqual(await squaresWith(t.mover, 'reachable'), [], 'a resting man');
    }
    const man = await t.playAny();
    assert.ok(kinds.includes(man.toLowerCase()), `${man} was allowed by ${kinds}`);
  }
  await t.resign();
  const pgn = await pgnOf(t.white);
  for (const tag of ['DiceCommit', 'DiceSeed', 'DiceNonces']) assert.ok(pgn.includes(`[${tag} "`), tag);
  assert.match(pgn, /\[%roll \d+ [A-Z,]+\]/);
});

/** The kinds that a bar of both pages names; they agree. */
async function sameOnBoth(t, id) {
  const read = (tab) => tab.at(id).getAttribute('data-kinds');
  for (const tab of t.tabs) await tab.page.locator(`[data-testid=${id}]:not([data-kinds=""])`).waitFor();
  const [one, other] = await Promise.all(t.tabs.map(read));
  assert.equal(one, other, `both see the same ${id}`);
  return one;
}

game('Hand and Brain: the brain names a kind and the hand moves it', picks('twist-hand_and_brain'),
  async (t) => {
    for (let i = 0; i < 4; ++i) {
      await t.reaches('running');
      const kind = await sameOnBoth(t, 'brain');
      assert.match(kind, /^[kqrbnp]$/);
      const man = await t.playAny();
      assert.equal(man.toLowerCase(), kind);
    }
    await t.reaches('running');
    await t.resign();
    assert.match(await pgnOf(t.black), /\[%brain [KQRBNP]\]/);
  });

game('Fog of War: what is not seen is fog, until the king is taken', picks('twist-fog_of_war'),
  async (t) => {
    const {white, black} = t;
    const watcher = await Person.arrive(browser, system.url);
    const stranger = await watcher.tab(new URL(white.page.url()).pathname);
    await stranger.wait(() => document.querySelectorAll('.square.fog').length === 64, null,
      'a spectator who sees no board');
    const before = await squaresWith(black, 'fog');
    assert.ok(before.includes('e2') && !before.includes('e7'), before.join(' '));
    await t.play('e2e4');
    await showsOn(white, {e4: 'P'});
    assert.equal(await black.at('square-e4').getAttribute('data-man'), '');
    assert.match(await black.text('move-1'), /…/);
    assert.equal(await white.text('move-1'), 'e4');
    await t.play('f7f6 d1h5 a7a6');
    // What was seen of earlier positions is there again after a reload, with its fog, and no more.
    await white.page.reload();
    await showsOn(white, {h5: 'Q'});
    await white.click('step-first');
    await showsOn(white, {d1: 'Q', e2: 'P', f7: ''});
    assert.ok((await squaresWith(white, 'fog')).includes('f7'), 'the fog of the first position');
    await white.click('step-last');
    await white.click('square-h5');
    const dots = await squaresWith(white, 'reachable');
    const fog = await squaresWith(white, 'fog');
    assert.deepEqual(dots.filter((square) => fog.includes(square)), [], 'no dot in the fog');
    await white.click('square-e8');
    await t.played();
    await t.ends('1-0', /: the king was taken\./);
    await t.shows({e8: 'Q', e4: 'P', a6: 'p'});
    for (const tab of [...t.tabs, stranger]) {
      await tab.wait(() => document.querySelectorAll('.square.fog').length === 0, null, 'no fog');
      await tab.at('move-1').filter({hasText: /^e4$/}).waitFor();
    }
    await watcher.leave();
  });

game('Identity Steal: a man becomes what it took', picks('twist-identity_steal'),
  async (t) => {
    await t.play('g1f3 e7e5 f3e5');
    await t.shows({e5: 'P', f3: ''});
    await t.play('a7a6');
    await t.white.click('step-previous');
    await showsOn(t.white, {e5: 'P'});
    await t.white.click('step-first');
    await showsOn(t.white, {g1: 'N'});
    await t.resign();
  });

game('Identity Append: a man adds what it took', picks('twist-identity_append'),
  async (t) => {
    await t.play('g1f3 e7e5 f3e5');
    await t.shows({e5: 'N(NP)'});
    for (const tab of t.tabs) assert.equal((await drawnOn(tab, 'e5')).badges, 'p');
    await t.play('a7a6 e5e6');
    await t.shows({e6: 'N(NP)'});
    await t.resign();
  });

game('Upgraded: a capture earns a star and another way to move', picks('twist-upgraded'),
  async (t) => {
    await t.play('e2e4 d7d5 e4d5');
    await t.shows({d5: '+P'});
    for (const tab of t.tabs) assert.deepEqual((await drawnOn(tab, 'd5')).marks, ['upgraded']);
    await t.play('a7a6 d5c5');
    await t.shows({c5: '+P', d5: ''});
    await t.resign();
  });

game('Cannibal: a king moves as what it took', picks('twist-cannibal'), async (t) => {
  await t.play('e2e4 f7f5 e1e2 f5f4 e2f3 a7a6 f3f4');
  await t.shows({f4: 'K(P)'});
  for (const tab of t.tabs) assert.equal((await drawnOn(tab, 'f4')).badges, 'p');
  await t.play('a6a5');
  await t.white.click('square-f4');
  assert.deepEqual(await squaresWith(t.white, 'reachable'), ['f5'], 'it steps as a pawn');
  await t.white.click('square-f5');
  await t.played();
  await t.resign();
});

game('King of the Hill: an arrival in the centre wins', picks('twist-king_of_the_hill'),
  async (t) => {
    await t.play('e2e4 e7e5 e1e2 a7a6 e2e3 a6a5 d2d4 a5a4 d4e5 a4a3 e3d4');
    await t.ends('1-0', /: the king reached the hill\./);
  });

game('Three-check: the checks are counted and the third wins', picks('twist-three_check'),
  async (t) => {
    const given = (tab) => tab.at('checks-white').getAttribute('data-count');
    assert.equal(await given(t.white), '0');
    await t.play('e2e3 f7f6 d1h5 g7g6 h5g6');
    for (const tab of t.tabs) assert.equal(await given(tab), '2');
    await t.play('h7g6 f1d3 a7a6 d3g6');
    await t.ends('1-0', / by the third check\./);
    assert.equal(await given(t.black), '3');
  });
