// Takes pictures of every page and state of a real running system on phones, a tablet and a wide
// screen, dark and light, for human eyes: CHESS_URL=http://127.0.0.1:8080 npm run shots. They go to
// .dev/shots. `npm run shots -- hands draft` takes only pictures whose name begins with one of these.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  byId,
  chooseRules,
  freshName,
  inPhase,
  launch,
  newContext,
  newPage,
  playMoves,
  sampleMoves,
  settle,
  sizes,
  startGame,
  waitForPly,
} from './lib/site.mjs';

const folder = process.env.CHESS_SHOTS_DIR ?? new URL('../../.dev/shots', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const looks = Object.keys(sizes).flatMap((size) =>
  ['dark', 'light'].map((scheme) => ({ size, scheme })),
);

const browser = await launch();
const problems = new Set();
let count = 0;
/** Beginnings of names; none: all pictures are taken. */
const wanted = process.argv.slice(2);
const want = (state) => wanted.length === 0 || wanted.some((start) => state.startsWith(start));
/** Whether any picture is wanted whose name begins so. */
const wantAny = (start) => want(start) || wanted.some((state) => state.startsWith(start));

/** One picture of every look; the pages show the same thing already. */
async function shoot(pages, state, prepare = async () => undefined) {
  if (!want(state)) return;
  for (const [i, page] of pages.entries()) {
    const { size, scheme } = looks[i];
    await prepare(page);
    await settle(page);
    await page.screenshot({ path: join(folder, `${state}-${size}-${scheme}.png`) });
    for (const problem of page.problems.splice(0)) problems.add(`${state}: ${problem}`);
    count += 1;
  }
  console.log(state);
}

const goTo = (pages, path) =>
  Promise.all(pages.map((page) => page.goto(new URL(path, page.url()).href)));

async function openAll(path, session) {
  const pages = [];
  for (const look of looks) {
    pages.push(
      await newPage(await newContext(browser, { ...look, ...(session ? { session } : {}) }), path),
    );
  }
  return pages;
}

const closeAll = (pages) => Promise.all(pages.map((page) => page.context().close()));

// Strangers: the start page before anybody has a name.
if (want('start-new')) {
  const strangers = await openAll('/');
  await shoot(strangers, 'start-new');
  await closeAll(strangers);
}

// Two players, one with the longest name there is. Both also look at the games on more screens.
const a = await newPage(await newContext(browser));
const b = await newPage(await newContext(browser));
for (const [page, stem] of [
  [a, 'Rowan'],
  [b, 'Wilhelmina-Mag'],
]) {
  await byId(page, 'name-input').fill(freshName(stem));
  await byId(page, 'name-save').click();
  await byId(page, 'my-name').waitFor();
}
const mine = await openAll('/', await a.context().storageState());
const theirs = await openAll('/', await b.context().storageState());
const nobodys = wantAny('watching') ? await openAll('/') : [];

async function leave(page = a) {
  for (const id of ['resign', 'resign-confirm', 'abort']) {
    await byId(page, id)
      .click({ timeout: 600 })
      .catch(() => undefined);
  }
}

if (wantAny('game')) {
  const path = await startGame(a, b);
  await goTo(mine, path);
  const all = [...mine, a, b];
  const shown = (ply) => Promise.all(all.map((page) => waitForPly(page, ply)));
  await shown(0);
  await shoot(mine, 'game-first-move');
  await playMoves(a, b, sampleMoves.slice(0, 22));
  await shown(22);
  await shoot(mine, 'game-own-move', async (page) => {
    await page.bringToFront();
    await byId(page, 'square-b5').click();
  });
  for (const page of mine) await byId(page, 'square-b5').click();
  await playMoves(a, b, sampleMoves.slice(22, 23), 22);
  await shown(23);
  await shoot(mine, 'game-opponents-move');
  await byId(b, 'offer-draw').click();
  await Promise.all(mine.map((page) => byId(page, 'accept-draw').waitFor()));
  await shoot(mine, 'game-offer');
  await byId(a, 'decline-draw').click();
  await byId(b, 'offer-draw').waitFor();
  await shoot(mine, 'game-resign', (page) => byId(page, 'resign').click());
  for (const page of mine)
    await byId(page, 'resign-cancel')
      .click({ timeout: 600 })
      .catch(() => undefined);
  await playMoves(a, b, sampleMoves.slice(23), 23);
  await Promise.all(all.map((page) => byId(page, 'result').waitFor()));
  await a.waitForTimeout(1500); // The rating comes a moment after the result.
  await shoot(mine, 'game-over');

  // The finished game, stepped through.
  await shoot(mine, 'game-replay', async (page) => {
    await page.reload();
    await waitForPly(page, sampleMoves.length);
    await page.keyboard.press('Home');
    for (let i = 0; i < 13; i++) await byId(page, 'step-next').click();
    await waitForPly(page, 13);
  });
}

await goTo(mine, '/');
await shoot(mine, 'start');
if (want('waiting')) {
  await shoot(mine, 'waiting', async (page) => {
    if ((await byId(page, 'code-value').count()) > 0) return;
    await byId(page, 'create-code').click();
    await byId(page, 'code-value').waitFor();
  });
  await byId(mine[0], 'cancel-challenge').click();
}

// Other rules: the chooser, a set that is not rated, and a position of each kind of game that has
// more to show.
async function openRules(page) {
  if (!(await byId(page, 'rules-open').isVisible())) await page.locator('summary').click();
  await byId(page, 'rules-open').click();
  await byId(page, 'base-atomic').waitFor();
}
await goTo(mine, '/');
await shoot(mine, 'rules', async (page) => {
  await openRules(page);
  await byId(page, 'base-atomic').check({ force: true });
  await byId(page, 'twist-dice').check({ force: true });
});
await goTo(mine, '/');
await shoot(mine, 'unrated', async (page) => {
  await openRules(page);
  if (await byId(page, 'rules-reset').isEnabled()) await byId(page, 'rules-reset').click();
  await byId(page, 'setup-draft').check({ force: true });
  await byId(page, 'setup-number').fill('20');
  await byId(page, 'setup-number').press('Tab');
  await byId(page, 'rules-done').click();
  await byId(page, 'rated').scrollIntoViewIfNeeded();
});
await goTo(mine, '/');

const upgraded = ['twist-identity_append', 'twist-upgraded'];
const checks = ['twist-three_check', 'base-crazyhouse', 'twist-dice'];
for (const { state, rules, moves = '', click, seen = mine } of [
  { state: 'fog', rules: ['twist-fog_of_war'], moves: 'e2e4 e7e5 g1f3 a7a6', click: 'square-f3' },
  {
    state: 'hands',
    rules: ['base-crazyhouse'],
    moves: 'e2e4 d7d5 e4d5 d8d5',
    click: 'hand-white-p',
  },
  { state: 'powers', rules: upgraded, moves: 'g1f3 e7e5 f3e5 a7a6', click: 'square-e5' },
  {
    state: 'cannibal',
    rules: ['twist-cannibal'],
    moves: 'e2e4 f7f5 e1e2 f5f4 e2f3 a7a6 f3f4 a6a5',
    click: 'square-f4',
  },
  {
    state: 'steal',
    rules: ['twist-identity_steal'],
    moves: 'g1f3 e7e5 f3e5 a7a6',
    click: 'square-e5',
  },
  { state: 'atomic', rules: ['base-atomic'], moves: 'g1f3 e7e5 f3e5 a7a6' },
  {
    state: 'antichess',
    rules: ['base-antichess'],
    moves: 'e2e3 b7b5 f1b5 c8a6',
    click: 'square-b5',
  },
  { state: 'horde', rules: ['base-horde'], moves: 'b5b6 a7b6' },
  {
    state: 'racing',
    rules: ['base-racing_kings'],
    moves: 'h2h3',
    seen: theirs,
    click: 'square-a2',
  },
  { state: 'chess960', rules: ['setup-chess960'], seen: theirs },
  {
    state: 'hill',
    rules: ['twist-king_of_the_hill'],
    moves: 'e2e4 e7e5 e1e2 a7a6 e2e3 a6a5 d2d4 a5a4 d4e5 a4a3 e3d4',
  },
  { state: 'checks', rules: ['twist-three_check'], moves: 'e2e4 f7f6 d1h5 g7g6 h5g6' },
  { state: 'dice', rules: ['twist-dice', 'twist-hand_and_brain'] },
  { state: 'everything', rules: checks },
]) {
  if (!want(state)) continue;
  await startGame(a, b, { rules, rated: false });
  await inPhase(a, 'running');
  if (moves) await playMoves(a, b, moves.split(' '));
  await goTo(seen, new URL(a.url()).pathname);
  await shoot(seen, state, async (page) => {
    await page.locator('[data-testid="board-box"][data-ply]').waitFor();
    if (click) await byId(page, click).click();
  });
  await leave();
}

// An army: nothing placed, most of it placed, locked.
if (wantAny('draft')) {
  await startGame(a, b, { rules: ['setup-draft'], rated: false });
  await inPhase(a, 'drafting');
  await goTo([...mine, ...theirs], new URL(a.url()).pathname);
  await shoot(theirs, 'draft-empty', (page) => inPhase(page, 'drafting'));
  await byId(a, 'draft-usual').click();
  await byId(a, 'square-a1').click();
  await byId(a, 'draft-remove').click();
  await a.waitForTimeout(800); // What was placed is saved a moment later.
  await shoot(mine, 'draft-placed', async (page) => {
    await page.reload();
    await inPhase(page, 'drafting');
    await byId(page, 'square-d1').click();
  });
  await byId(a, 'draft-lock').click();
  await a.waitForTimeout(500);
  await shoot(mine, 'draft-locked');
  await shoot(theirs, 'draft-theirs');
  await leave();
}

// A game that a stranger watches, and the rules of it.
if (wantAny('watching')) {
  await startGame(a, b, {
    rules: ['base-crazyhouse', 'twist-dice', 'twist-three_check'],
    rated: false,
  });
  await inPhase(a, 'running');
  await goTo(nobodys, new URL(a.url()).pathname);
  await shoot(nobodys, 'watching', (page) => inPhase(page, 'running'));
  await shoot(nobodys, 'watching-rules', (page) => byId(page, 'rules-of-game').click());
  await leave();
  await startGame(a, b, { rules: ['twist-fog_of_war'], rated: false });
  await inPhase(a, 'running');
  await goTo(nobodys, new URL(a.url()).pathname);
  await shoot(nobodys, 'watching-fog', (page) => inPhase(page, 'running'));
  await leave();
}

// A short game for the last seconds of a clock.
if (want('low-time')) {
  const quick = await startGame(a, b, { minutes: 0.5, increment: 0, rated: false });
  await playMoves(a, b, sampleMoves.slice(0, 6));
  await goTo(mine, quick);
  await Promise.all(mine.map((page) => waitForPly(page, 6)));
  await a.waitForFunction(
    () =>
      Number(document.querySelector('[data-testid="clock-white"]')?.getAttribute('data-ms')) < 9800,
    undefined,
    { timeout: 40_000 },
  );
  await shoot(mine, 'low-time');
  await leave();
}

if (want('history')) {
  await goTo(mine, '/history');
  await Promise.all(mine.map((page) => byId(page, 'history-row').first().waitFor()));
  await shoot(mine, 'history');
}

// Somebody challenges the player by name, under rules with a long name.
if (want('challenge')) {
  const name = (await byId(a, 'my-name').textContent()).trim();
  await b.goto(new URL('/', b.url()).href);
  await chooseRules(b, ...checks, 'twist-hand_and_brain');
  await byId(b, 'challenge-name').fill(name);
  await byId(b, 'challenge-name-go').click();
  await Promise.all(mine.map((page) => byId(page, 'accept-challenge').waitFor()));
  await shoot(mine, 'challenge');
  await shoot(theirs, 'challenge-waiting', (page) => page.goto(b.url()));
}

await browser.close();
console.log(`${count} pictures in ${folder}`);
if (problems.size > 0) {
  console.error([...problems].join('\n'));
  process.exit(1);
}
