// Two people in two browsers play a whole real game by clicking: castling, a promotion, a draw
// offer declined, a reload, a lost connection, mate. Both see the same throughout.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {play, startMen} from './lib/board.mjs';
import {Person, launchBrowser} from './lib/browser.mjs';
import {recordedGame} from './lib/games.mjs';
import {ROOT, System} from './lib/system.mjs';
import {until} from './lib/wait.mjs';

const CHESSCTL = path.join(process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build'), 'bin/chessctl');
/** Castling short, promotion by a capture, mate. */
const GAME = 5;
/** Shown clocks change once a second. */
const CLOCK_TOLERANCE_MS = 1500;

let system;
let browser;
let people = [];

before(async () => {
  const page = path.join(ROOT, 'web/dist/index.html');
  assert.ok(fs.existsSync(page), 'the web client is built (./dev build)');
  [system, browser] = await Promise.all([System.start(), launchBrowser()]);
}, {timeout: 180_000});
after(async () => {
  await browser?.close();
  await system?.stop();
});

async function arrive(options) {
  const person = await Person.arrive(browser, system.url, options);
  people.push(person);
  return person;
}

/** A test whose people leave when it is over. */
function story(name, timeout, body) {
  test(name, {timeout}, async () => {
    try {
      await body();
      const tabs = people.flatMap((person) => person.tabs);
      assert.deepEqual(tabs.flatMap((tab) => tab.errors), [], 'no page fell over');
      const said = tabs.flatMap((tab) => tab.console);
      const refused = said.filter((line) => /Content.Security.Policy/i.test(line));
      assert.deepEqual(refused, [], 'the content policy had nothing to refuse');
    } catch (error) {
      const tabs = people.flatMap((person) => person.tabs);
      for (const tab of tabs) console.error(await tab.describe());
      throw error;
    } finally {
      await Promise.all(people.map((person) => person.leave()));
      people = [];
    }
  });
}

story('Three clicks lead from the address to the first move', 60_000, async () => {
  const host = await (await arrive()).tab('/');
  await host.click('create-code');
  const link = new URL(await host.text('join-link')).pathname;
  const guest = await (await arrive()).tab(link);
  await guest.click('join-code-go');
  await Promise.all([host, guest].map((tab) => tab.showsMen(startMen(), 'the start')));
  const side = await sideOf(host);
  const [white, black] = side === 'white' ? [host, guest] : [guest, host];
  await white.move('e2e4');
  await Promise.all([white, black].map((tab) => tab.showsMen(play(startMen(), 'e2e4'), 'e2e4')));
  assert.equal(white.clicks, 3);
  await black.move('e7e5');
  assert.equal(black.clicks, 3);
});

/** Whose men stand at the bottom. */
async function sideOf(tab) {
  const first = await tab.page.locator('[data-cell]').first().getAttribute('data-cell');
  return first === '56' ? 'white' : 'black';
}

story('Two browsers play a real rated game to mate', 150_000, async () => {
  const table = await sitDown(recordedGame(GAME));
  assert.ok(await provesShifts(table.white), 'a layout shift would be seen');
  const episodes = new Map([[6, shareStream], [9, measureBoard], [12, declineDraw], [15, reload],
    [18, comeBack], [21, moveOffline]]); // by the number of moves played before
  while (table.played.length < table.game.moves.length) {
    await episodes.get(table.played.length)?.(table);
    await playNext(table);
  }
  const dots = await table.white.dotsMs();
  assert.ok(dots.length > 0, 'dots were timed');
  console.log(`press to dots: ${summary(dots)} (mark: 50 ms)`);
  await checkResult(table);
  await checkPgn(table);
  await checkHistories(table);
});

function summary(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  return `median ${at(0.5)} ms, worst ${at(1)} ms of ${sorted.length}`;
}

/** Ann challenges Ben by name on the page, and he accepts. */
async function sitDown(game) {
  const [ann, ben] = await Promise.all([arrive(), arrive()]);
  const [white, black] = await Promise.all([ann.tab('/'), ben.tab('/')]);
  await Promise.all([[white, 'Ann'], [black, 'Ben']].map(async ([tab, name]) => {
    await tab.type('name-input', name);
    await tab.click('name-save');
    assert.equal(await tab.text('my-name'), name);
  }));
  await white.choose('pace-10-5');
  await white.choose('color-white');
  await white.choose('rated');
  await white.type('challenge-name', 'Ben');
  await white.click('challenge-name-go');
  await black.click('accept-challenge');
  const table = {game, ann, ben, white, black, men: startMen(), played: []};
  await bothShow(table, 'the start');
  table.gameId = new URL(white.page.url()).pathname.split('/')[2];
  assert.equal(new URL(black.page.url()).pathname, `/game/${table.gameId}`);
  return table;
}

const bothTabs = ({white, black}) => [white, black];
const bothShow = (table, what) =>
  Promise.all(bothTabs(table).map((tab) => tab.showsMen(table.men, what)));

/** A shift made on purpose is noticed, so that none noticed means none. */
async function provesShifts(tab) {
  await tab.shifts();
  await tab.page.evaluate(async () => {
    const block = document.createElement('div');
    block.style.height = '80px';
    document.body.prepend(block);
    for (let i = 0; i < 3; ++i) await new Promise((resolve) => requestAnimationFrame(resolve));
    block.remove();
  });
  return (await tab.shifts()).some(({value}) => value > 0);
}

/** One move by clicking; both pages show it, and both clocks agree. Nothing else moves. */
async function playNext(table) {
  const ply = table.played.length + 1;
  const uci = table.game.moves[ply - 1];
  const what = `ply ${ply} (${uci})`;
  await Promise.all(bothTabs(table).map((tab) => tab.shifts()));
  await moverOf(table).move(uci);
  note(table, uci);
  await bothShow(table, what);
  await clocksAgree(table, what);
  for (const tab of bothTabs(table)) {
    assert.deepEqual(await tab.shifts(), [], `${what}: layout shifts`);
  }
}

const moverOf = ({white, black, played}) => played.length % 2 === 0 ? white : black;

function note(table, uci) {
  table.men = play(table.men, uci);
  table.played.push(uci);
}

async function clocksAgree(table, what) {
  let seen;
  const agree = async () => {
    seen = await Promise.all(bothTabs(table).map((tab) => tab.clocks()));
    const [one, other] = seen;
    // The clock that stands is the referee's number on both; the other falls while it is read.
    return one.running === other.running && ['white', 'black'].every((side) =>
      Math.abs(one[side] - other[side]) <= (one.running === side ? CLOCK_TOLERANCE_MS : 0));
  };
  await until(agree, 15_000, 'the clocks').catch(() => {
    assert.fail(`${what}: the clocks differ: ${JSON.stringify(seen)}`);
  });
}

/** A second tab of the same browser shows the same over the same stream. */
async function shareStream(table) {
  const second = await table.ann.tab(`/game/${table.gameId}`);
  await second.showsMen(table.men, 'the second tab');
  await until(() => table.ann.gate.openWatches === 1, 15_000, 'two tabs to share one stream');
  await playNext(table);
  await second.showsMen(table.men, 'a move in the second tab');
  assert.equal(table.ann.gate.openWatches, 1, 'streams of two tabs');
  await second.page.close();
}

/** The board takes most of the short side and is wholly in sight. */
async function measureBoard({white}) {
  for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]]) {
    await white.page.setViewportSize({width, height});
    await white.shifts();
    const box = await white.at('board').boundingBox();
    const share = Math.min(box.width, box.height) / Math.min(width, height);
    console.log(`board at ${width} × ${height}: ${(100 * share).toFixed(0)} % of the short side`);
    assert.ok(share >= 0.6, `the board at ${width} px`);
    const inSight = box.x >= 0 && box.x + box.width <= width &&
      box.y >= 0 && box.y + box.height <= height;
    assert.ok(inSight, `the whole board is in sight at ${width} px: ${JSON.stringify(box)}`);
    const scrolled = await white.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(scrolled <= width, `nothing sticks out at ${width} px`);
  }
}

async function declineDraw(table) {
  const {white, black} = table;
  await white.click('offer-draw');
  await black.at('draw-offered').waitFor();
  await white.at('withdraw-draw').waitFor();
  await black.click('decline-draw');
  await white.at('notice').filter({hasText: /declined/}).waitFor();
  await white.at('offer-draw').waitFor();
  await black.at('draw-offered').waitFor({state: 'detached'});
  await bothShow(table, 'after the offer');
}

async function reload(table) {
  await Promise.all(bothTabs(table).map((tab) => tab.page.reload()));
  await bothShow(table, 'after a reload');
  await clocksAgree(table, 'after a reload');
}

/** Ben's network goes away while Ann moves; when it is back, so is the game, without a reload. */
async function comeBack(table) {
  const {ben, white, black} = table;
  const uci = table.game.moves[table.played.length];
  assert.equal(moverOf(table), white);
  await loseNetwork(table);
  await white.move(uci);
  const old = table.men;
  note(table, uci);
  await white.showsMen(table.men, 'the move without Ben');
  await black.showsMen(old, 'what Ben saw last');
  await ben.goOnline();
  await bothShow(table, 'Ben is back');
  await isSamePage(black);
}

/** Ben moves while his network is away: the move is sent when it is back. */
async function moveOffline(table) {
  const {ben, white, black} = table;
  const uci = table.game.moves[table.played.length];
  assert.equal(moverOf(table), black);
  await loseNetwork(table);
  await black.move(uci);
  const old = table.men;
  note(table, uci);
  await white.showsMen(old, 'nothing arrived');
  await ben.goOnline();
  await bothShow(table, 'the move has arrived');
  await clocksAgree(table, 'the move has arrived');
  await isSamePage(black);
}

async function loseNetwork({ben, black}) {
  await black.page.evaluate(() => { window.samePage_ = true; });
  await ben.goOffline();
  await black.at('status').filter({hasText: /connection lost/i}).waitFor();
}

async function isSamePage(tab) {
  assert.ok(await tab.page.evaluate(() => window.samePage_), 'the page was not loaded again');
  await tab.at('status').filter({hasNotText: /connection lost/i}).waitFor();
}

/** Mate: the same result, final position and rating changes on both pages. */
async function checkResult({game, white, black}) {
  for (const [tab, title] of [[white, /You won/], [black, /You lost/]]) {
    await tab.at('result').waitFor();
    assert.equal(await tab.at('result').getAttribute('data-score'), game.result);
    assert.match(await tab.text('result'), title);
    assert.match(await tab.text('result'), /checkmate/);
    assert.equal(await tab.at('board-box').getAttribute('data-fen'), game.finalFen);
    assert.equal((await tab.clocks()).running, '', 'no clock runs');
  }
  const changes = await Promise.all([white, black].map(async (tab) => {
    await tab.at('rating-white').waitFor();
    return Promise.all(['rating-white', 'rating-black'].map((id) => tab.text(id)));
  }));
  assert.deepEqual(changes[0], changes[1]);
  assert.match(changes[0][0], /\+\d+$/);
  assert.match(changes[0][1], /−\d+$/);
}

/** The moves of a downloaded file, as the command line reads them. */
function movesOf(file) {
  const options = {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']};
  return execFileSync(CHESSCTL, ['pgn', '--out', 'uci', file.path], options).trim();
}

/** The file that the page hands out says what was played, whoever asks. */
async function checkPgn({game, white, black, played}) {
  for (const tab of [white, black]) {
    const file = await tab.download('export-pgn');
    assert.equal(movesOf(file), played.join(' '));
    const text = fs.readFileSync(file.path, 'utf8');
    assert.match(text, /^\[White "Ann"\]$/m);
    assert.match(text, /^\[Black "Ben"\]$/m);
    assert.match(text, new RegExp(`^\\[Result "${game.result}"\\]$`, 'm'));
  }
}

/** The game is in both histories, and each leads back to it. */
async function checkHistories({gameId, white, black, men}) {
  for (const [tab, verdict] of [[white, 'Won'], [black, 'Lost']]) {
    await tab.click('nav-history');
    const row = tab.page.locator(`[data-testid=history-row][data-game="${gameId}"]`);
    await row.waitFor();
    assert.match(await row.innerText(), new RegExp(verdict));
    await row.click();
    await tab.showsMen(men, 'the game out of the history');
    await tab.click('step-first');
    const isAtStart = (start) => [...document.querySelectorAll('[data-cell]')]
      .every(({dataset}) => dataset.man === start[dataset.cell]);
    await tab.wait(isAtStart, startMen(), 'the first position');
  }
}

story('Markup in a name is text', 60_000, async () => {
  const markup = '<img src=x onerror="broken_=1">';
  const [ann, ben] = await Promise.all([arrive(), arrive()]);
  const [white, black] = await Promise.all([ann.tab('/'), ben.tab('/')]);
  await white.type('name-input', '<b>Ann</b>');
  await white.click('name-save');
  assert.match(await white.page.locator('#name-hint').innerText(), /3 to 20 letters/);
  // No such name passes the front door: this one is put behind it.
  await white.type('name-input', 'Mallory');
  await white.click('name-save');
  await white.at('my-name').waitFor();
  system.sql(`UPDATE lobby.players SET name = '${markup}' WHERE name = 'Mallory'`);
  await white.choose('color-white');
  await white.click('create-code');
  const code = await white.text('code-value');
  await black.type('join-code', code);
  await black.click('join-code-go');
  await black.showsMen(startMen(), 'the start');
  assert.ok((await black.text('player-white')).includes(markup), 'the name beside the board');
  await finishQuickly(white, black);
  const file = await black.download('export-pgn');
  const tag = `[White "${markup.replaceAll('"', '\\"')}"]`;
  assert.ok(fs.readFileSync(file.path, 'utf8').split('\n').includes(tag), tag);
  assert.equal(movesOf(file), 'e2e4 e7e5');
  await black.click('nav-history');
  await black.at('history-row').waitFor();
  assert.ok((await black.text('history-row')).includes(markup), 'the name in the history');
  await black.page.goto(`/player/${encodeURIComponent(markup)}`);
  assert.equal(await black.page.locator('h1').innerText(), markup);
  for (const tab of [white, black]) {
    const harm = await tab.page.evaluate(() => [document.images.length, window.broken_]);
    assert.deepEqual(harm, [0, undefined]);
  }
});

async function finishQuickly(white, black) {
  await white.move('e2e4');
  await black.showsMen(play(startMen(), 'e2e4'), 'e2e4');
  await black.move('e7e5');
  await black.click('resign');
  await black.click('resign-confirm');
  await Promise.all([white, black].map((tab) => tab.at('result').waitFor()));
  assert.match(await white.text('result'), /You won.*by resignation/s);
}

story('A browser whose shared worker cannot be loaded still gets every event', 60_000, async () => {
  const [ann, ben] = await Promise.all([arrive(), arrive()]);
  ann.gate.missing = /\/worker-/;
  const [white, black] = await Promise.all([ann.tab('/'), ben.tab('/')]);
  await white.choose('color-white');
  await white.click('create-code');
  await black.type('join-code', await white.text('code-value'));
  await black.click('join-code-go');
  await white.showsMen(startMen(), 'the start');
  let men = startMen();
  for (const [tab, uci] of [[white, 'e2e4'], [black, 'e7e5']]) {
    await tab.move(uci);
    men = play(men, uci);
    await Promise.all([white, black].map((both) => both.showsMen(men, uci)));
  }
});
