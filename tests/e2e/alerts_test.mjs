// Alerts, their runbook pages and their tests belong together; dashboards are what their descriptions
// say and ask only for what exists. Needs no system.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {dashboards, isThere, queriesOf, ruleNames} from './lib/metrics.mjs';
import {ROOT} from './lib/system.mjs';

const RUNBOOK = path.join(ROOT, 'docs/runbook');
const TESTS = path.join(ROOT, 'deploy/prometheus/tests');
const {alerts, records} = ruleNames();
const read = (file) => fs.readFileSync(file, 'utf8');
const pages = fs
  .readdirSync(RUNBOOK)
  .filter((file) => file !== 'README.md')
  .sort();

test("every alert names its page, and every page is an alert's", () => {
  for (const [alert, page] of alerts) assert.equal(page, `docs/runbook/${alert}.md`);
  assert.deepEqual(
    pages,
    [...alerts.keys()].sort().map((alert) => `${alert}.md`),
  );
});

test('every page has its sections in order, and names only alerts and metrics that exist', () => {
  const known = new Set([...alerts.keys()]);
  for (const page of pages) {
    const text = read(path.join(RUNBOOK, page));
    const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    assert.deepEqual(
      titles,
      ['What it means', 'What players notice', 'Where to look', 'What to do', 'When to wake someone'],
      page,
    );
    for (const [, name] of text.matchAll(/\[([A-Za-z]+)\]\(\1\.md\)/g))
      assert.ok(known.has(name), `${page}: ${name}`);
    for (const [, target] of text.matchAll(/\]\(([^)#]+\.md)\)/g)) {
      assert.ok(fs.existsSync(path.join(RUNBOOK, target)), `${page} links ${target}`);
    }
  }
});

test("the runbook's index lists every alert with its severity", () => {
  const index = read(path.join(RUNBOOK, 'README.md'));
  const rules = read(path.join(ROOT, 'deploy/prometheus/rules/alerts.yml'));
  for (const alert of alerts.keys()) {
    const [, severity] = new RegExp(`alert: ${alert}\\n[^]*?severity: (\\w+)`).exec(rules);
    assert.match(index, new RegExp(`\\[${alert}\\]\\(${alert}\\.md\\) \\| ${severity} \\|`));
  }
});

test('every alert has a case in which it fires and one in which it is quiet', () => {
  const cases = fs
    .readdirSync(TESTS)
    .map((file) => read(path.join(TESTS, file)))
    .join('\n');
  for (const alert of alerts.keys()) {
    for (const [one] of cases.matchAll(
      new RegExp(`- name: "${alert} (?:fires|is quiet)[^]*?exp_samples`, 'g'),
    )) {
      assert.ok(one.includes(`alertname="${alert}"`), one);
    }
    assert.match(cases, new RegExp(`"${alert} fires: .*"`), alert);
    assert.match(cases, new RegExp(`"${alert} is quiet: .*"`), alert);
  }
  for (const [, alert] of cases.matchAll(/alertname=\\?"(\w+)/g)) assert.ok(alerts.has(alert), alert);
});

test('dashboards are what their descriptions say', () => {
  execFileSync('node', [path.join(ROOT, 'deploy/grafana/generate.mjs'), '--check'], {stdio: 'inherit'});
});

test('dashboards have stable names, a choice of the data source, units and descriptions', () => {
  for (const [name, dashboard] of dashboards()) {
    assert.equal(dashboard.uid, `castellan-${name}`);
    assert.equal(dashboard.templating.list[0].type, 'datasource');
    const ids = dashboard.panels.map(({id}) => id);
    assert.equal(new Set(ids).size, ids.length, `${name}: ids of panels`);
    for (const panel of dashboard.panels.filter(({type}) => type !== 'row')) {
      assert.ok(panel.description, `${name}: ${panel.title} has a description`);
      assert.ok(panel.fieldConfig.defaults.unit, `${name}: ${panel.title} has a unit`);
      assert.ok(panel.gridPos.x + panel.gridPos.w <= 24, `${name}: ${panel.title} is within the page`);
      assert.equal(panel.datasource.uid, '${datasource}');
    }
  }
});

test('dashboards ask only for recorded names that are recorded', () => {
  for (const [name, dashboard] of dashboards()) {
    for (const {expr} of queriesOf(dashboard)) {
      for (const [used] of expr.matchAll(/[a-z_]+:[a-z0-9_:]+/g))
        assert.ok(records.has(used), `${name}: ${used}`);
    }
  }
});

test(
  'the rules are rules, and alerts fire and are quiet as their cases say',
  {skip: !isThere('promtool')},
  () => {
    const run = (...args) =>
      execFileSync('promtool', args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
    const all = (folder) => fs.readdirSync(folder).map((file) => path.join(folder, file));
    run('check', 'config', path.join(ROOT, 'deploy/prometheus/prometheus.yml'));
    run('check', 'rules', ...all(path.join(ROOT, 'deploy/prometheus/rules')));
    try {
      run('test', 'rules', ...all(TESTS));
    } catch (error) {
      assert.fail(`${error.stdout}${error.stderr}`);
    }
  },
);
