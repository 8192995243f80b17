// Takes pictures of every page and state of a real running system at three widths, dark and light,
// for human eyes: CHESS_URL=http://127.0.0.1:8080 npm run shots. They go to .dev/shots.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  byId,
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

/** One picture of every look; the pages show the same thing already. */
async function shoot(pages, state, prepare = async () => undefined) {
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
const strangers = await openAll('/');
await shoot(strangers, 'start-new');
await closeAll(strangers);

// Two players. Each also looks at the game on six more screens.
const a = await newPage(await newContext(browser));
const b = await newPage(await newContext(browser));
for (const [page, stem] of [
  [a, 'Rowan'],
  [b, 'Aurelia'],
]) {
  await byId(page, 'name-input').fill(freshName(stem));
  await byId(page, 'name-save').click();
  await byId(page, 'my-name').waitFor();
}
const path = await startGame(a, b);
const mine = await openAll(path, await a.context().storageState());
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
await playMoves(a, b, sampleMoves.slice(23), 23);
await Promise.all(all.map((page) => byId(page, 'result').waitFor()));
await a.waitForTimeout(1500); // The rating comes a moment after the result.
await shoot(mine, 'game-over');

// The finished game, stepped through.
await shoot(mine, 'replay', async (page) => {
  await page.reload();
  await waitForPly(page, sampleMoves.length);
  await byId(page, 'step-first').click();
  for (let i = 0; i < 13; i++) await byId(page, 'step-next').click();
  await waitForPly(page, 13);
});

await goTo(mine, '/');
await shoot(mine, 'start');
await shoot(mine, 'waiting', async (page) => {
  if ((await byId(page, 'code-value').count()) > 0) return;
  await byId(page, 'create-code').click();
  await byId(page, 'code-value').waitFor();
});
await byId(mine[0], 'cancel-challenge').click();

// Other rules: the chooser, and a position of each kind of game that has more to show.
await goTo(mine, '/');
await shoot(mine, 'rules', async (page) => {
  if (!(await byId(page, 'rules-open').isVisible())) await page.locator('summary').click();
  await byId(page, 'rules-open').click();
  await byId(page, 'base-atomic').check({ force: true });
  await byId(page, 'twist-dice').check({ force: true });
});
await goTo(mine, '/');
for (const [state, phase, ids, moves, select] of [
  ['fog', 'running', ['twist-fog_of_war'], 'e2e4 e7e5 g1f3 a7a6', 'square-f3'],
  ['hands', 'running', ['base-crazyhouse'], 'e2e4 d7d5 e4d5 d8d5', 'hand-white-p'],
  [
    'powers',
    'running',
    ['twist-identity_append', 'twist-upgraded'],
    'g1f3 e7e5 f3e5 a7a6',
    'square-e5',
  ],
  ['dice', 'running', ['twist-dice', 'twist-hand_and_brain'], '', ''],
  ['draft', 'drafting', ['setup-draft'], '', ''],
]) {
  await startGame(a, b, { rules: ids, rated: false });
  await inPhase(a, phase);
  if (moves) await playMoves(a, b, moves.split(' '));
  if (state === 'draft') await byId(a, 'draft-usual').click();
  await a.waitForTimeout(800); // What was placed is saved a moment later.
  await goTo(mine, new URL(a.url()).pathname);
  await shoot(mine, `game-${state}`, async (page) => {
    await inPhase(page, phase);
    if (select) await byId(page, select).click();
  });
  if (moves) await byId(a, 'resign').click();
  await byId(a, moves ? 'resign-confirm' : 'abort').click();
}
// A short game for the last seconds of a clock.
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
await shoot(mine, 'game-low-time');
await byId(a, 'resign').click();
await byId(a, 'resign-confirm').click();
await byId(a, 'result').waitFor();

await goTo(mine, '/history');
await Promise.all(mine.map((page) => byId(page, 'history-row').first().waitFor()));
await shoot(mine, 'history');

// Somebody challenges the player by name.
const name = (await byId(a, 'my-name').textContent()).trim();
await b.goto(new URL('/', b.url()).href);
await byId(b, 'challenge-name').fill(name);
await byId(b, 'challenge-name-go').click();
await Promise.all(mine.map((page) => byId(page, 'accept-challenge').waitFor()));
await shoot(mine, 'challenge');

await browser.close();
console.log(`${count} pictures in ${folder}`);
if (problems.size > 0) {
  console.error([...problems].join('\n'));
  process.exit(1);
}
