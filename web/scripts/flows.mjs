// Walks the ways through the client that are not the main road, on a real running system
// (CHESS_URL): refusals, challenges, endings, spectators, other rules, dragging, several tabs.
// Ends with "N passed, N failed".
import { readFileSync } from 'node:fs';
import {
  byId,
  clickMove,
  freshName,
  inPhase,
  launch,
  newContext,
  newPage,
  playMoves,
  sampleMoves,
  startGame,
  waitForPly,
} from './lib/site.mjs';

const browser = await launch();
let passed = 0;
const failures = [];

/** One walk with two fresh people; what it throws is its failure. */
async function walk(name, steps) {
  const people = [await newContext(browser), await newContext(browser)];
  const [a, b] = [await newPage(people[0]), await newPage(people[1])];
  for (const page of [a, b]) page.setDefaultTimeout(12_000);
  try {
    await steps(a, b, people);
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL ${name}: ${error.message.split('\n').slice(0, 4).join(' | ')}`);
    if (process.env.CHESS_SHOTS_DIR) {
      await a.screenshot({
        path: `${process.env.CHESS_SHOTS_DIR}/failed-${failures.length}-a.png`,
      });
      await b.screenshot({
        path: `${process.env.CHESS_SHOTS_DIR}/failed-${failures.length}-b.png`,
      });
    }
  }
  for (const context of people) await context.close();
}

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

async function takeName(page, name) {
  await byId(page, 'name-input').fill(name);
  await byId(page, 'name-save').click();
  await byId(page, 'my-name').waitFor();
}

const textOf = async (page, id) => (await byId(page, id).textContent()).trim();
const hasText = (page, id, text) => byId(page, id).filter({ hasText: text }).waitFor();
const score = (page) => byId(page, 'result').getAttribute('data-score');

await walk('a name that is taken is refused with a sentence', async (a, b) => {
  const name = freshName('Mira');
  await takeName(a, name);
  await byId(b, 'name-input').fill(name.toLowerCase());
  await byId(b, 'name-save').click();
  await b.getByText('is taken').waitFor();
  await byId(b, 'name-input').fill('x');
  await byId(b, 'name-save').click();
  await b.getByText('A name has 3 to 20').waitFor();
});

await walk('a wrong code and an unknown player are refused with a sentence', async (a) => {
  await byId(a, 'join-code').fill('ZZZZ99');
  await byId(a, 'join-code-go').click();
  await hasText(a, 'join-error', 'No game waits');
  await byId(a, 'challenge-name').fill(freshName('Nobody'));
  await byId(a, 'challenge-name-go').click();
  await hasText(a, 'challenge-error', 'no player of this name');
});

await walk(
  'an invitation says to what, and a code without a game does not invite',
  async (a, b) => {
    const name = freshName('Ines');
    await takeName(a, name);
    await byId(a, 'pace-3-2').check({ force: true });
    await byId(a, 'color-black').check({ force: true });
    await byId(a, 'casual').check({ force: true });
    await byId(a, 'create-code').click();
    const code = await textOf(a, 'code-value');
    await b.goto(new URL(`/join/${code.toLowerCase()}`, b.url()).href);
    await hasText(b, 'invite-title', `${name} invites you`);
    await hasText(b, 'invite-clock', '3+2');
    await hasText(b, 'invite-rated', 'Casual');
    await hasText(b, 'invite-color', 'White');
    await hasText(b, 'invite-rules', 'Standard');
    await byId(b, 'join-code-go').click();
    await Promise.all([a.waitForURL('**/game/*'), b.waitForURL('**/game/*')]);
    await b.goto(new URL(`/join/${code}`, b.url()).href);
    await hasText(b, 'invite-title', `No game waits behind the code ${code}`);
    await byId(b, 'join-code').waitFor();
  },
);

await walk('a number that no start position has is not taken for another', async (a) => {
  await byId(a, 'rules-open').click();
  await byId(a, 'setup-chess960').check({ force: true });
  await byId(a, 'number-fixed').check({ force: true });
  await byId(a, 'setup-number').fill('960');
  await byId(a, 'setup-number').press('Tab');
  await hasText(a, 'number-range', '0–959');
  expect(await byId(a, 'rules-done').isDisabled(), 'done with a number that there is not');
  await byId(a, 'setup-number').fill('959');
  await byId(a, 'setup-number').press('Tab');
  await hasText(a, 'rules-title', 'Chess960 959');
});

await walk('a challenge by name is declined, then one is accepted and played', async (a, b) => {
  const [nameA, nameB] = [freshName('Ada'), freshName('Bo')];
  await takeName(a, nameA);
  await takeName(b, nameB);
  await byId(a, 'challenge-name').fill(nameB);
  await byId(a, 'challenge-name-go').click();
  await hasText(b, 'incoming-challenge', nameA);
  await byId(b, 'decline-challenge').click();
  await hasText(a, 'waiting', 'declined');
  await byId(a, 'challenge-dismiss').click();
  await byId(a, 'color-black').check({ force: true });
  await byId(a, 'challenge-name').fill(nameB);
  await byId(a, 'challenge-name-go').click();
  await byId(b, 'accept-challenge').click();
  await Promise.all([a.waitForURL('**/game/*'), b.waitForURL('**/game/*')]);
  await Promise.all([waitForPly(a, 0), waitForPly(b, 0)]);
  await playMoves(b, a, ['e2e4', 'e7e5']);
});

await walk('a challenge that is taken back disappears', async (a, b) => {
  const nameB = freshName('Cleo');
  await takeName(b, nameB);
  await byId(a, 'challenge-name').fill(nameB);
  await byId(a, 'challenge-name-go').click();
  await byId(b, 'accept-challenge').waitFor();
  await byId(a, 'cancel-challenge').click();
  await byId(b, 'accept-challenge').waitFor({ state: 'detached' });
});

await walk('a game is aborted before both have moved', async (a, b) => {
  await startGame(a, b);
  await byId(b, 'abort').click();
  await byId(a, 'result').waitFor();
  expect((await score(a)) === '*', 'score of an aborted game');
});

await walk('an offer is withdrawn, another accepted; the PGN says so', async (a, b) => {
  await startGame(a, b);
  await playMoves(a, b, sampleMoves.slice(0, 4));
  await byId(a, 'offer-draw').click();
  await byId(b, 'accept-draw').waitFor();
  await byId(a, 'withdraw-draw').click();
  await byId(b, 'accept-draw').waitFor({ state: 'detached' });
  await hasText(b, 'notice', 'withdrawn');
  await byId(b, 'offer-draw').click();
  await byId(a, 'accept-draw').click();
  await Promise.all([byId(a, 'result').waitFor(), byId(b, 'result').waitFor()]);
  expect((await score(b)) === '1/2-1/2', 'score of a drawn game');
  const download = a.waitForEvent('download');
  await byId(a, 'export-pgn').click();
  const pgn = readFileSync(await (await download).path(), 'utf8');
  expect(pgn.includes('[Result "1/2-1/2"]') && /1\. e4.*e5/s.test(pgn), 'the exported PGN');
});

await walk(
  'who is offered a draw can resign; when all is over nothing is said of offers',
  async (a, b) => {
    await startGame(a, b, { rated: false });
    await playMoves(a, b, sampleMoves.slice(0, 2));
    await byId(a, 'offer-draw').click();
    await byId(b, 'accept-draw').waitFor();
    await byId(b, 'resign').click();
    await byId(b, 'resign-confirm').click();
    await hasText(a, 'result', 'You won by resignation.');
    await startGame(a, b, { rated: false });
    await playMoves(a, b, sampleMoves.slice(0, 2));
    await byId(a, 'offer-draw').click();
    await byId(b, 'decline-draw').click();
    await hasText(a, 'notice', 'declined');
    await byId(b, 'resign').click();
    await byId(b, 'resign-confirm').click();
    await byId(a, 'result').waitFor();
    expect((await textOf(a, 'notice')) === '', 'nothing of the offer');
  },
);

await walk('the list of moves keeps its place through another width', async (a, b) => {
  const long = 'g1f3 g8f6 f3g1 f6g8'.split(' ');
  await startGame(a, b, { rated: false });
  await playMoves(a, b, [...long, ...long].slice(0, 7));
  await a.setViewportSize({ width: 1440, height: 900 });
  await a.setViewportSize({ width: 360, height: 740 });
  await a.waitForFunction(() => {
    const list = document.querySelector('[data-testid="move-list"]').getBoundingClientRect();
    const move = document.querySelector('[data-ply="7"].current').getBoundingClientRect();
    return move.left >= list.left && move.right <= list.right;
  });
});

await walk('resigning asks first and ends the game for both', async (a, b) => {
  await startGame(a, b);
  await playMoves(a, b, sampleMoves.slice(0, 2));
  await byId(b, 'resign').click();
  await byId(b, 'resign-cancel').click();
  await byId(b, 'resign').click();
  await byId(b, 'resign-confirm').click();
  await hasText(a, 'result', 'You won by resignation.');
  await hasText(b, 'result', 'You lost by resignation');
  await byId(a, 'rating-white').waitFor();
});

await walk('a clock that runs out ends the game', async (a, b) => {
  await startGame(a, b, { minutes: 0.5, increment: 0, rated: false });
  await playMoves(a, b, sampleMoves.slice(0, 2));
  a.setDefaultTimeout(45_000);
  await hasText(a, 'result', 'You lost on time');
  expect((await textOf(a, 'clock-white')) === '0:00.0', 'a fallen clock shows nothing left');
});

await walk('a spectator sees the moves and cannot touch anything', async (a, b, people) => {
  const path = await startGame(a, b);
  const stranger = await newPage(await newContext(browser), path);
  people.push(stranger.context());
  await waitForPly(stranger, 0);
  await playMoves(a, b, sampleMoves.slice(0, 3));
  await waitForPly(stranger, 3);
  await byId(stranger, 'square-e7').click();
  expect((await stranger.locator('.reachable').count()) === 0, 'no dots for spectators');
  expect((await byId(stranger, 'resign').count()) === 0, 'no resigning for spectators');
});

await walk('Chess960 shows its start position to both', async (a, b) => {
  await startGame(a, b, { rules: ['setup-chess960'] });
  await Promise.all([inPhase(a, 'running'), inPhase(b, 'running')]);
  const fen = await byId(a, 'board-box').getAttribute('data-fen');
  expect(/^[rnbqk]{8}\/p{8}\//.test(fen), `a Chess960 start: ${fen}`);
  expect((await byId(b, 'board-box').getAttribute('data-fen')) === fen, 'both see the same');
  await playMoves(a, b, ['a2a4', 'b7b5', 'a4b5', 'a7a6', 'b5a6', 'h7h5']);
});

await walk('a pawn is promoted by the chooser, also with the keyboard', async (a, b) => {
  await startGame(a, b);
  await playMoves(a, b, 'a2a4 b7b5 a4b5 a7a6 b5a6 h7h5 a6a7 h5h4'.split(' '));
  await byId(a, 'square-a7').click();
  await byId(a, 'square-b8').click();
  await byId(a, 'promotion-q').waitFor();
  await a.keyboard.press('Escape');
  await byId(a, 'promotion-q').waitFor({ state: 'detached' });
  await byId(a, 'square-a7').focus();
  await a.keyboard.press('Enter');
  await a.keyboard.press('ArrowUp');
  await a.keyboard.press('ArrowRight');
  await a.keyboard.press('Enter');
  await a.keyboard.press('ArrowDown');
  await a.keyboard.press('Enter');
  await Promise.all([waitForPly(a, 9), waitForPly(b, 9)]);
  expect((await textOf(b, 'move-9')) === 'axb8=N', 'an underpromotion');
});

await walk('the king on the hill wins', async (a, b) => {
  await startGame(a, b, { rules: ['twist-king_of_the_hill'] });
  await playMoves(a, b, 'e2e4 e7e5 e1e2 a7a6 e2e3 a6a5 d2d4 a5a4 d4e5 a4a3'.split(' '));
  await clickMove(a, 'e3d4');
  await hasText(b, 'result', 'the king reached the hill.');
});

await walk('a man is dragged, and one let go on a wrong square goes back', async (a, b) => {
  await startGame(a, b);
  const center = async (square) => {
    const box = await byId(a, `square-${square}`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await a.mouse.move(...(await center(from)));
    await a.mouse.down();
    await a.mouse.move(...(await center(to)), { steps: 5 });
    await a.mouse.up();
  };
  await drag('e2', 'e6');
  expect((await byId(a, 'square-e2').getAttribute('data-man')) === 'P', 'the pawn is back');
  await drag('e2', 'e4');
  await Promise.all([waitForPly(a, 1), waitForPly(b, 1)]);
});

await walk('a page that is loaded again goes on where the game stands', async (a, b) => {
  await startGame(a, b);
  await playMoves(a, b, sampleMoves.slice(0, 5));
  await b.reload();
  await waitForPly(b, 5);
  await playMoves(a, b, sampleMoves.slice(5, 8), 5);
});

await walk('several tabs share one stream and all follow', async (a, b) => {
  const streams = [];
  a.context().on('request', (r) => r.url().endsWith('/Watch') && streams.push(r));
  const path = await startGame(a, b);
  const tabs = [];
  for (let i = 0; i < 7; i++) tabs.push(await newPage(a.context(), path));
  await Promise.all(tabs.map((tab) => waitForPly(tab, 0)));
  await playMoves(a, b, sampleMoves.slice(0, 4));
  await Promise.all(tabs.map((tab) => waitForPly(tab, 4)));
  // The worker's requests are not the pages': a page that opened a stream itself would show here.
  expect(streams.length === 0, `${streams.length} streams were opened by pages`);
});

await walk('the history is filtered, paged by its end, and leads to the replay', async (a, b) => {
  const name = freshName('Hana');
  await takeName(a, name);
  await startGame(a, b);
  await playMoves(a, b, sampleMoves.slice(0, 2));
  await byId(a, 'nav-history').click();
  await byId(a, 'history-row').waitFor();
  await byId(a, 'filter-2').click();
  await a.getByText('You have not played yet').waitFor();
  await byId(b, 'resign').click();
  await byId(b, 'resign-confirm').click();
  await byId(b, 'result').waitFor();
  await byId(a, 'filter-0').click();
  await hasText(a, 'history-row', 'Won');
  await b.goto(new URL(`/player/${name}`, b.url()).href);
  await hasText(b, 'history-row', 'Won');
  await byId(b, 'history-row').click();
  await waitForPly(b, 2);
  await byId(b, 'step-first').click();
  await byId(b, 'autoplay').click();
  await waitForPly(b, 2);
});

await walk('the client speaks German, and a name is shown as text', async (a) => {
  await byId(a, 'settings').click();
  await byId(a, 'language').selectOption('de');
  await a.keyboard.press('Escape');
  await a.getByRole('heading', { name: 'Schach spielen' }).waitFor();
  await a.reload();
  await a.getByRole('heading', { name: 'Schach spielen' }).waitFor();
  await a.goto(new URL('/player/%3Cimg%20src=x%3E', a.url()).href);
  await a.getByRole('heading', { name: '<img src=x>' }).waitFor();
});

await browser.close();
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
