// Drives a real running system (CHESS_URL) through real pages, as two people would.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const baseUrl = (process.env.CHESS_URL ?? '').replace(/\/$/, '');

export const sizes = {
  640: { width: 360, height: 640 },
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
};

/** A game from 1858 that shows captures, castling, checks and mate, as UCI moves. */
export const sampleMoves = (
  'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 ' +
  'c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8'
).split(' ');

export async function launch() {
  if (!baseUrl) {
    console.error('set CHESS_URL to the address of a running system (./dev up prints it)');
    process.exit(2);
  }
  const executablePath = process.env.CHESS_CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    console.error(`no browser at ${executablePath}; set CHESS_CHROMIUM`);
    process.exit(2);
  }
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args: [...asRoot, ...quiet] });
}

export const byId = (page, id) => page.locator(`[data-testid="${id}"]`);

/** A context of its own: another person, or another device when given a session. */
export async function newContext(browser, { size = 1440, scheme = 'light', accent, session } = {}) {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: scheme,
    locale: 'en-GB',
    ...(session ? { storageState: session } : {}),
  });
  if (accent) {
    await context.addInitScript((value) => {
      localStorage.setItem('castellan.preferences', JSON.stringify({ accent: value }));
    }, accent);
  }
  return context;
}

/** Opens a page of a context and reports what goes wrong in it. */
export async function newPage(context, path = '/') {
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(message.text());
  });
  await page.goto(baseUrl + path);
  return page;
}

/** A name that nobody has yet. */
export function freshName(stem) {
  return `${stem}-${Math.random().toString(36).slice(2, 7)}`;
}

/** Chooses rules on the start page by the test ids of their options. */
export async function chooseRules(page, ...ids) {
  await byId(page, 'rules-open').click();
  await byId(page, 'base-standard').waitFor();
  if (await byId(page, 'rules-reset').isEnabled()) await byId(page, 'rules-reset').click();
  for (const id of ids) await byId(page, id).check({ force: true });
  await byId(page, 'rules-done').click();
}

/** Waits until a page says this of its game ("running", "drafting", "over"). */
export const inPhase = (page, phase) =>
  page.locator(`[data-testid="board-box"][data-state="${phase}"]`).waitFor();

/** Two people sit down to a game: A makes a code and has White, B joins by the link. */
export async function startGame(a, b, { minutes, increment, rated = true, rules } = {}) {
  await a.goto(`${baseUrl}/`);
  // The page remembers what was chosen last.
  if (rules) await chooseRules(a, ...rules);
  else await byId(a, 'rules-standard').check({ force: true });
  if (minutes !== undefined) {
    await byId(a, 'pace-custom').check({ force: true });
    await byId(a, 'pace-minutes').fill(String(minutes));
    await byId(a, 'pace-minutes').press('Tab');
    await byId(a, 'pace-increment').fill(String(increment));
    await byId(a, 'pace-increment').press('Tab');
  }
  await byId(a, 'color-white').check({ force: true });
  await byId(a, rated ? 'rated' : 'casual').check({ force: true });
  await byId(a, 'create-code').click();
  const code = (await byId(a, 'code-value').textContent()).trim();
  await b.goto(`${baseUrl}/join/${code}`);
  await byId(b, 'join-code-go').click();
  await Promise.all([a.waitForURL('**/game/*'), b.waitForURL('**/game/*')]);
  await waitForPly(a, 0);
  await waitForPly(b, 0);
  return new URL(a.url()).pathname;
}

export async function waitForPly(page, ply) {
  await page.locator(`[data-testid="board-box"][data-ply="${ply}"]`).waitFor();
}

/** Plays one UCI move by clicking. */
export async function clickMove(page, uci) {
  await byId(page, `square-${uci.slice(0, 2)}`).click();
  await byId(page, `square-${uci.slice(2, 4)}`).click();
  if (uci[4]) await byId(page, `promotion-${uci[4]}`).click();
}

/** Plays moves from a ply on; both pages follow. */
export async function playMoves(white, black, moves, from = 0) {
  for (const [i, uci] of moves.entries()) {
    const ply = from + i;
    const mover = ply % 2 === 0 ? white : black;
    await clickMove(mover, uci);
    await Promise.all([waitForPly(white, ply + 1), waitForPly(black, ply + 1)]);
  }
}

export async function settle(page, ms = 350) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(ms);
}
