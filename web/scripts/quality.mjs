// Measures what the client promises, on a real running system (CHESS_URL): axe-core finds nothing
// serious, the board is large, a move shifts nothing, legal dots come at once, three clicks lead to
// the first move, and the content policy is never broken. Ends with "N passed, N failed".
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  byId,
  clickMove,
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

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const dotsWithinMs = 50;
const smallestBoardShare = 0.6;

let passed = 0;
const failures = [];
function check(name, holds, detail = '') {
  if (holds) passed += 1;
  else failures.push(`${name}${detail ? `: ${detail}` : ''}`);
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${name}${holds || !detail ? '' : `: ${detail}`}`);
}

/** Serious and critical findings of axe-core, one line each. */
async function axe(page) {
  await settle(page);
  await page.evaluate(axeSource);
  const found = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  );
  return found.violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map(
      (v) =>
        `${v.id} (${v.nodes.length}): ${v.nodes[0]?.html.slice(0, 120)} ${v.nodes[0]?.failureSummary ?? ''}`,
    );
}

async function checkAxe(page, what) {
  const context = page.context();
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const accent of ['copper', 'fjord']) {
      await page.evaluate((value) => (document.documentElement.dataset.accent = value), accent);
      const found = await axe(page);
      check(`axe: ${what}, ${scheme}, ${accent}`, found.length === 0, found.join('\n     '));
    }
  }
  await page.emulateMedia({ colorScheme: null });
  return context;
}

const browser = await launch();
const a = await newPage(await newContext(browser));
const b = await newPage(await newContext(browser));

// Three clicks, counted: make a code, take up a pawn, put it down; and as many for the other side.
await checkAxe(a, 'start page of a stranger');
await a.evaluate(() => {
  document.documentElement.dataset.accent = 'copper';
});
await byId(a, 'rules-open').click();
await byId(a, 'base-atomic').check({ force: true });
await byId(a, 'setup-draft').check({ force: true });
await checkAxe(a, 'choosing the rules');
await byId(a, 'rules-reset').click();
await byId(a, 'rules-done').click();
let clicksOfA = 0;
let clicksOfB = 0;
await byId(a, 'create-code').click();
clicksOfA += 1;
const code = (await byId(a, 'code-value').textContent()).trim();
await checkAxe(a, 'waiting for an opponent');
await b.goto(new URL(`/join/${code}`, b.url()).href);
await checkAxe(b, 'invitation');
await byId(b, 'join-code-go').click();
clicksOfB += 1;
await Promise.all([a.waitForURL('**/game/*'), b.waitForURL('**/game/*')]);
await Promise.all([waitForPly(a, 0), waitForPly(b, 0)]);
const path = new URL(a.url()).pathname;
const whiteIsA =
  (await a.locator('.board[role="grid"] [data-cell]').first().getAttribute('data-cell')) === '56';
const [white, black] = whiteIsA ? [a, b] : [b, a];
await clickMove(white, sampleMoves[0]);
await waitForPly(black, 1);
await clickMove(black, sampleMoves[1]);
await waitForPly(white, 2);
clicksOfA += 2;
clicksOfB += 2;
check('three clicks lead from the address to the first move', clicksOfA === 3 && clicksOfB === 3);

await playMoves(white, black, sampleMoves.slice(2, 22), 2);
await checkAxe(white, 'game, own move');

// The board's share of the short side, on every size of screen and also on a phone on its side.
for (const size of [
  ...Object.values(sizes),
  { width: 740, height: 360 },
  { width: 1920, height: 1080 },
]) {
  await white.setViewportSize(size);
  await settle(white);
  const box = await byId(white, 'board').boundingBox();
  const share = Math.min(box.width, box.height) / Math.min(size.width, size.height);
  check(
    `the board takes ${smallestBoardShare * 100} % at ${size.width}x${size.height}`,
    share >= smallestBoardShare,
    share.toFixed(2),
  );
  const overflow = await white.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  check(`nothing sticks out at ${size.width}x${size.height}`, !overflow);
}
await white.setViewportSize(sizes[1440]);
await settle(white);

// From the press to the painted dots, measured in the page.
const dotsMs = await white
  .evaluate(async () => {
    const square = document.querySelector('[data-testid="square-b5"]');
    const box = square.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    const start = performance.now();
    const shown = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('.reachable')) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - start));
      });
      observer.observe(document.querySelector('[data-testid="board"]'), {
        subtree: true,
        attributes: true,
      });
    });
    square.dispatchEvent(
      new PointerEvent('pointerdown', {
        ...at,
        bubbles: true,
        isPrimary: true,
        button: 0,
        pointerId: 1,
      }),
    );
    return shown;
  })
  .catch((error) => Number.POSITIVE_INFINITY + error);
check(`legal dots within ${dotsWithinMs} ms`, dotsMs <= dotsWithinMs, `${dotsMs} ms`);
await white.reload();
await waitForPly(white, 22);

// Moves, an offer and its answer: nothing on the page may shift.
for (const page of [white, black]) {
  await settle(page);
  await page.evaluate(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources = entry.sources.map(({ node, previousRect: p, currentRect: c }) => {
          const name = node?.dataset?.testid ?? node?.className ?? node?.nodeName;
          return `${name} ${p.x},${p.y},${p.width},${p.height} -> ${c.x},${c.y},${c.width},${c.height}`;
        });
        globalThis.shifts.push(`${entry.value}: ${sources.join('; ')}`);
      }
    }).observe({ type: 'layout-shift' });
  });
}
await playMoves(white, black, sampleMoves.slice(22, 24), 22);
await byId(black, 'offer-draw').click();
await byId(white, 'accept-draw').waitFor();
await checkAxe(white, 'draw offered');
await byId(white, 'decline-draw').click();
await byId(black, 'offer-draw').waitFor();
await playMoves(white, black, sampleMoves.slice(24), 24);
await byId(white, 'result').waitFor();
for (const [page, who] of [
  [white, 'mover'],
  [black, 'opponent'],
]) {
  await settle(page);
  const shifts = await page.evaluate(() => globalThis.shifts);
  check(`no layout shift during the game (${who})`, shifts.length === 0, shifts.join('\n     '));
}
await checkAxe(white, 'finished game');

await byId(white, 'settings').click();
await checkAxe(white, 'settings');
await white.keyboard.press('Escape');
await white.goto(new URL('/history', white.url()).href);
await byId(white, 'history-row').first().waitFor();
await checkAxe(white, 'history');
await white.goto(new URL('/nothing/here', white.url()).href);
await checkAxe(white, 'missing page');

// Only the keyboard: a spectator steps, flips and reads the board.
await white.goto(new URL(path, white.url()).href);
await waitForPly(white, sampleMoves.length);
await white.keyboard.press('ArrowLeft');
await waitForPly(white, sampleMoves.length - 1);
await white.keyboard.press('Home');
await waitForPly(white, 0);
await white.keyboard.press('End');
await waitForPly(white, sampleMoves.length);
check('the keyboard steps through a game', true);

// Games whose pages have more on them: hands, a bar of dice and brain, fog, an army to place.
for (const [what, phase, ...ids] of [
  ['hands', 'running', 'base-crazyhouse'],
  ['hands, dice and checks', 'running', 'base-crazyhouse', 'twist-dice', 'twist-three_check'],
  ['dice, brain and fog', 'running', 'twist-dice', 'twist-hand_and_brain', 'twist-fog_of_war'],
  ['an army to place', 'drafting', 'setup-draft'],
]) {
  await startGame(a, b, { rules: ids });
  await inPhase(a, phase);
  await checkAxe(a, what);
  for (const size of Object.values(sizes)) {
    await a.setViewportSize(size);
    await settle(a);
    const below = await a.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    check(`nothing to scroll with ${what} at ${size.width}x${size.height}`, below <= 1, `${below}`);
    const box = await byId(a, 'board').boundingBox();
    const share = box.width / Math.min(size.width, size.height);
    check(
      `the board takes its share with ${what} at ${size.width}x${size.height}`,
      share >= 0.6,
      `${share}`,
    );
    const sticks = await a.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    check(`nothing sticks out with ${what} at ${size.width}x${size.height}`, !sticks);
  }
  await a.setViewportSize(sizes[1440]);
  if (what === 'hands') {
    await byId(a, 'rules-of-game').click();
    await checkAxe(a, 'the rules of a game');
    await a.keyboard.press('Escape');
  }
  await byId(a, 'abort').click();
  await inPhase(b, 'over');
}

for (const [page, who] of [
  [a, 'first'],
  [b, 'second'],
]) {
  check(
    `no errors in the ${who} browser`,
    page.problems.length === 0,
    page.problems.join('\n     '),
  );
}
await browser.close();
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
