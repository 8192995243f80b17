// Two people at one table for many short games of any rules: everything is done and read on screen.
import assert from 'node:assert/strict';
import {Person} from './browser.mjs';

const PATIENCE_MS = 15_000;
const SIDES = ['white', 'black'];

export class Table {
  static async open(browser, url) {
    const people = await Promise.all(SIDES.map(() => Person.arrive(browser, url)));
    const tabs = await Promise.all(people.map((person) => person.tab('/')));
    return new Table(people, tabs);
  }

  constructor(people, [white, black]) {
    this.people = people;
    this.white = white;
    this.black = black;
  }

  get tabs() {
    return [this.white, this.black];
  }

  async close() {
    await Promise.all(this.people.map((person) => person.leave()));
  }

  /** Chooses rules on screen, makes a code and takes the other seat. `pick` sets the chooser. */
  async sitDown(pick) {
    const {white, black} = this;
    await white.page.goto('/');
    await white.choose('pace-10-5');
    await white.choose('color-white');
    await white.choose('casual');
    await white.click('rules-open');
    await white.at('base-standard').waitFor();
    if (await white.at('rules-reset').isEnabled()) await white.click('rules-reset');
    await pick(white);
    this.ruleSet = await white.text('rules-name');
    this.title = await white.text('rules-title');
    await white.click('rules-done');
    await white.click('create-code');
    const link = new URL(await white.text('join-link')).pathname;
    await black.page.goto(link);
    await black.click('join-code-go');
    await Promise.all(this.tabs.map((tab) => tab.at('board-box').waitFor()));
    this.plies = 0;
    for (const tab of this.tabs) assert.ok((await tab.text('rules-of-game')).startsWith(this.title));
  }

  /** Waits until both pages say this of the game ("running", "drafting", "over"). */
  async reaches(state) {
    await Promise.all(this.tabs.map((tab) => tab.wait((wanted) =>
      document.querySelector('[data-testid=board-box]')?.dataset.state === wanted, state,
    `the state ${state}`)));
  }

  get mover() {
    return this.plies % 2 === 0 ? this.white : this.black;
  }

  /** Plays moves by clicking, alternately, and waits until both pages show each. */
  async play(moves) {
    for (const uci of moves.split(' ')) {
      await this.mover.move(uci);
      await this.played();
    }
  }

  /** One more move has been made: both pages show it. */
  async played() {
    this.plies += 1;
    await Promise.all(this.tabs.map((tab) => tab.wait((ply) =>
      document.querySelector('[data-testid=board-box]')?.dataset.ply === String(ply), this.plies,
    `ply ${this.plies}`)));
  }

  /** Plays any move that the page offers, rather quiet than not, and says which man went. */
  async playAny() {
    const {mover} = this;
    const anything = mover.page.locator('.square.reachable');
    const quiet = mover.page.locator('.square.reachable:not(.occupied)');
    const own = await mover.page.locator('.square.own').evaluateAll((cells) =>
      cells.map(({dataset}) => [dataset.testid, dataset.man]));
    for (const [square, man] of own) {
      await mover.click(square);
      if (await anything.count() === 0) continue;
      await (await quiet.count() > 0 ? quiet : anything).first().click();
      const promotion = mover.at('promotion-q');
      if (await promotion.count() > 0) await promotion.click();
      await this.played();
      return man;
    }
    throw new Error(`nothing to play: ${await mover.describe()}`);
  }

  /** The side to move gives up; both pages say so. */
  async resign() {
    const loser = this.mover;
    await loser.click('resign');
    await loser.click('resign-confirm');
    await this.ends(loser === this.white ? '0-1' : '1-0', /by resignation/);
  }

  /** Both pages show the result with these words. */
  async ends(score, words) {
    for (const tab of this.tabs) {
      await tab.at('result').waitFor({timeout: PATIENCE_MS});
      assert.equal(await tab.at('result').getAttribute('data-score'), score);
      assert.match(await tab.text('result'), words);
    }
  }

  /** Both pages show these men ("e4": "P", "e5": "" for none), in data and as drawn. */
  async shows(men) {
    for (const tab of this.tabs) await showsOn(tab, men);
  }
}

/** One page shows these men. */
export async function showsOn(tab, men) {
  for (const [square, man] of Object.entries(men)) {
    await tab.wait(([id, wanted]) => document.querySelector(`[data-testid=${id}]`)?.dataset.man ===
      wanted, [`square-${square}`, man], `${man || 'nothing'} on ${square}`);
  }
}

/** The badges and marks drawn on the man of a square: {badges: "np", marks: ["upgraded"]}. */
export async function drawnOn(tab, square) {
  const cell = await tab.at(`square-${square}`).getAttribute('data-cell');
  const man = tab.page.locator(`.men .holder[data-square="${cell}"]`);
  const badges = await man.locator('[data-badge]').evaluateAll((all) =>
    all.map(({dataset}) => dataset.badge).join(''));
  const marks = await man.locator('[data-mark]').evaluateAll((all) =>
    all.map(({dataset}) => dataset.mark));
  return {badges, marks};
}

/** Squares of one page that carry a class of the board ("fog", "resting", "reachable"). */
export async function squaresWith(tab, name) {
  return tab.page.locator(`.square.${name}`).evaluateAll((cells) =>
    cells.map(({dataset}) => dataset.testid.slice('square-'.length)).sort());
}

/** Chooses options of the rule chooser by their test ids. */
export const picks = (...ids) => async (tab) => {
  for (const id of ids) await tab.choose(id);
};
