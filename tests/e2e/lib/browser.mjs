// The web client as a person uses it: a browser of their own, a network that can be cut, and a tab
// in which everything is done by clicking and read from what stands on the page.
import assert from 'node:assert/strict';
import path from 'node:path';
import {chromium} from 'playwright-core';
import {placementOf} from './board.mjs';
import {Gate} from './gate.mjs';

const PATIENCE_MS = 30_000;

export function launchBrowser() {
  return chromium.launch({
    executablePath: process.env.CHESS_CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid() !== 0,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
}

/** A person at a browser: storage, workers and network are nobody else's. */
export class Person {
  static async arrive(browser, url, {width = 1440, height = 900} = {}) {
    const gate = await Gate.open(url);
    const context = await browser.newContext({
      baseURL: gate.url, viewport: {width, height}, locale: 'en-GB', acceptDownloads: true});
    await context.addInitScript(watchPage);
    return new Person(gate, context);
  }

  constructor(gate, context) {
    this.gate = gate;
    this.context = context;
    this.tabs = [];
  }

  async tab(address = '/') {
    const page = await this.context.newPage();
    const tab = new Tab(page);
    this.tabs.push(tab);
    await page.goto(address);
    return tab;
  }

  async goOffline() {
    this.gate.cut();
    await this.context.setOffline(true);
  }

  async goOnline() {
    this.gate.mend();
    await this.context.setOffline(false);
  }

  async leave() {
    await this.context.close();
    await this.gate.close();
  }
}

/** Runs in every page before its own scripts: notes layout shifts, and when dots answer a click. */
function watchPage() {
  const seen = window.seen_ = {shifts: [], dotsMs: []};
  const note = (list) => {
    for (const entry of list) {
      const nodes = entry.sources.map(({node}) => node?.dataset?.testid ?? node?.nodeName ?? '?');
      seen.shifts.push({value: entry.value, nodes: nodes.join(' ')});
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({type: 'layout-shift', buffered: true});
  seen.take = () => {
    note(observer.takeRecords());
    return seen.shifts.splice(0);
  };
  let pressedAt = 0;
  addEventListener('pointerdown', (event) => {
    pressedAt = event.timeStamp;
  }, {capture: true});
  new MutationObserver(() => {
    if (pressedAt === 0 || !document.querySelector('.reachable')) return;
    seen.dotsMs.push(performance.now() - pressedAt);
    pressedAt = 0;
  }).observe(document, {subtree: true, attributes: true, attributeFilter: ['class']});
}

/** One tab. `clicks` counts what a finger has done in it. */
export class Tab {
  constructor(page) {
    this.page = page;
    this.clicks = 0;
    this.errors = [];
    this.console = [];
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (line) => {
      if (line.type() === 'error') this.console.push(line.text());
    });
  }

  at(testId) {
    return this.page.getByTestId(testId);
  }

  /** Clicks on what bears a test id. */
  async click(testId) {
    await this.at(testId).click();
    this.clicks += 1;
  }

  /** Radio buttons lie under their labels: a person clicks on the label. */
  async choose(testId) {
    await this.page.locator('label', {has: this.at(testId)}).click();
    this.clicks += 1;
    assert.ok(await this.at(testId).isChecked(), `${testId} is chosen`);
  }

  async type(testId, text) {
    await this.at(testId).fill(text);
  }

  async text(testId) {
    return (await this.at(testId).innerText()).trim();
  }

  /** Waits until a function of the page says yes. */
  async wait(condition, arg, what) {
    try {
      await this.page.waitForFunction(condition, arg, {timeout: PATIENCE_MS});
    } catch (error) {
      throw new Error(`${what}: ${error.message.split('\n')[0]}\n${await this.describe()}`);
    }
  }

  /** Takes a man up, sees where it may go, and puts it down there. */
  async move(uci) {
    const target = `square-${uci.slice(2, 4)}`;
    await this.click(`square-${uci.slice(0, 2)}`);
    const hasDot = (id) => document.querySelector(`[data-testid=${id}]`)?.matches('.reachable');
    await this.wait(hasDot, target, `a dot on the target of ${uci}`);
    await this.click(target);
    if (uci[4]) await this.click(`promotion-${uci[4]}`);
  }

  /** Waits until the page shows these men, and the referee's own position has them too. */
  async showsMen(men, what) {
    await this.wait((placement) => {
      const box = document.querySelector('[data-testid=board-box]');
      return box?.dataset.fen?.split(' ')[0] === placement;
    }, placementOf(men), `${what}: the referee's position ${placementOf(men)}`);
    const shown = await this.men();
    assert.equal(placementOf(shown.squares), placementOf(men), `${what}: what the squares say`);
    assert.equal(placementOf(shown.drawn), placementOf(men), `${what}: what is drawn`);
  }

  /** What stands where: as the squares say it (for screen readers) and as it is drawn. */
  async men() {
    return this.page.evaluate(() => {
      const squares = Array(64).fill('');
      const cells = [...document.querySelectorAll('[data-cell]')];
      for (const {dataset} of cells) squares[Number(dataset.cell)] = dataset.man;
      const drawn = Array(64).fill('');
      const whiteBelow = cells[0].dataset.cell === '56';
      for (const holder of document.querySelectorAll('.men .holder')) {
        const [x, y = 0] = holder.style.translate.split(' ').map((part) => parseFloat(part) / 100);
        const square = whiteBelow ? (7 - y) * 8 + x : y * 8 + (7 - x);
        const svg = holder.querySelector('svg');
        const letter = svg.querySelector('use').getAttribute('href').slice(-1);
        drawn[square] += svg.classList.contains('white') ? letter.toUpperCase() : letter;
      }
      return {squares, drawn};
    });
  }

  /** Both clocks as they are shown, in milliseconds, and whose runs. */
  async clocks() {
    return this.page.evaluate(() => {
      const read = (side) => document.querySelector(`[data-testid=clock-${side}]`);
      const runs = (side) => read(side)?.classList.contains('running');
      return {
        white: Number(read('white')?.dataset.ms), black: Number(read('black')?.dataset.ms),
        running: runs('white') ? 'white' : runs('black') ? 'black' : '',
      };
    });
  }

  /** Layout shifts since the last call, after everything has been painted. */
  async shifts() {
    return this.page.evaluate(async () => {
      for (let i = 0; i < 2; ++i) await new Promise((resolve) => requestAnimationFrame(resolve));
      return window.seen_.take();
    });
  }

  /** Milliseconds from pressing on a man to its dots, for every press so far. */
  dotsMs() {
    return this.page.evaluate(() => window.seen_.dotsMs);
  }

  /** Clicks and returns the text of the file that it downloads. */
  async download(testId) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.click(testId)]);
    return {name: download.suggestedFilename(), path: await download.path()};
  }

  /** What there is to say when something went wrong; CHESS_SHOTS_DIR gets a picture. */
  async describe() {
    const [status, notice, fen] = await this.page.evaluate(() => [
      document.querySelector('[data-testid=status]')?.textContent.trim(),
      document.querySelector('[data-testid=notice]')?.textContent.trim(),
      document.querySelector('[data-testid=board-box]')?.dataset.fen,
    ]).catch(() => []);
    const folder = process.env.CHESS_SHOTS_DIR;
    const shot = folder && path.join(folder, `failure-${Date.now()}.png`);
    if (shot) await this.page.screenshot({path: shot}).catch(() => {});
    const {errors, clicks} = this;
    const said = this.console.slice(-5);
    return JSON.stringify({url: this.page.url(), status, notice, fen, clicks, errors, said, shot});
  }
}
