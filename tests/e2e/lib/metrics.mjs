// What services expose, what the dashboards and rules ask for, and a Prometheus to ask it of.
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import {ROOT, SERVICES} from './system.mjs';
import {until} from './wait.mjs';

export const RULES_DIR = path.join(ROOT, 'deploy/prometheus/rules');
export const DASHBOARDS_DIR = path.join(ROOT, 'deploy/grafana/dashboards');

/** The admin port of a service, as ./dev wrote it down. */
export function adminPort(devDir, service) {
  return Number(/admin=(\d+)/.exec(fs.readFileSync(path.join(devDir, 'ports', service), 'utf8'))[1]);
}

/** What services expose: name → {type, help, labels: Set, services: Set}. */
export async function scrapeAll(devDir, services = SERVICES) {
  const metrics = new Map();
  for (const service of services) {
    const answer = await fetch(`http://127.0.0.1:${adminPort(devDir, service)}/metrics`);
    readExposition(await answer.text(), service, metrics);
  }
  return metrics;
}

function readExposition(text, service, metrics) {
  let now;
  for (const line of text.split('\n')) {
    const [, what, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (what === 'HELP') {
      now = metrics.get(name) ?? {name, help: rest, type: '', labels: new Set(), services: new Set()};
      metrics.set(name, now);
      now.services.add(service);
    } else if (what === 'TYPE') {
      now.type = rest;
    } else if (line && !line.startsWith('#')) {
      for (const [, label] of line.matchAll(/[{,]([a-z_]+)="/g)) if (label !== 'le') now.labels.add(label);
    }
  }
}

/** The dashboards: file name without .json → content. */
export function dashboards() {
  return new Map(
    fs
      .readdirSync(DASHBOARDS_DIR)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => [
        path.basename(file, '.json'),
        JSON.parse(fs.readFileSync(path.join(DASHBOARDS_DIR, file), 'utf8')),
      ]),
  );
}

/** Every query of a dashboard's panels: {panel, legend, expr}. */
export function queriesOf(dashboard) {
  return dashboard.panels
    .filter((panel) => panel.type !== 'row')
    .flatMap((panel) =>
      panel.targets.map(({expr, legendFormat}) => ({panel: panel.title, legend: legendFormat, expr})),
    );
}

/** Rules of the files, as far as names go: alerts with their runbook annotation, recorded names. */
export function ruleNames() {
  const alerts = new Map(),
    records = new Set();
  for (const file of fs.readdirSync(RULES_DIR)) {
    let alert;
    for (const line of fs.readFileSync(path.join(RULES_DIR, file), 'utf8').split('\n')) {
      const [, kind, value] = /^\s+(?:- )?(alert|record|runbook): (\S+)$/.exec(line) ?? [];
      if (kind === 'alert') alerts.set((alert = value), '');
      if (kind === 'runbook') alerts.set(alert, value);
      if (kind === 'record') records.add(value);
    }
  }
  return {alerts, records};
}

const words = (text) => new Set(text.match(/[a-z][a-z0-9_]+/gi));

/** Where metrics are used: a function from a metric's name to a list like ["game", "alerts"]. */
export function usage() {
  const places = [...dashboards()].map(([name, dashboard]) => [
    name,
    words(
      queriesOf(dashboard)
        .map(({expr}) => expr)
        .join('\n'),
    ),
  ]);
  for (const file of fs.readdirSync(RULES_DIR).sort()) {
    const text = fs.readFileSync(path.join(RULES_DIR, file), 'utf8').replace(/#.*$/gm, '');
    places.push([path.basename(file, '.yml'), words(text)]);
  }
  return (name) =>
    places
      .filter(([, used]) => ['', '_bucket', '_sum', '_count'].some((suffix) => used.has(name + suffix)))
      .map(([place]) => place);
}

export async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** True where a program of that name can be run. */
export const isThere = (program) =>
  process.env.PATH.split(':').some((folder) => fs.existsSync(path.join(folder, program)));

/** A program in the background, ended by `stop`. What it says goes to `log`. */
export class Background {
  constructor(log, command, args, env = {}) {
    const out = fs.openSync(log, 'a');
    this.child = spawn(command, args, {stdio: ['ignore', out, out], env: {...process.env, ...env}});
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    this.log = log;
  }

  async stop() {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}

/** A real Prometheus with the project's rules and the jobs of deploy/prometheus/prometheus.yml, each
 * at the address given, scraped each second. */
export class Prometheus {
  /** `targets`: job → host:port. Jobs of the project's configuration without one are left out. */
  static async start(dir, targets) {
    const port = await freePort();
    const config = path.join(dir, 'prometheus.yml');
    fs.writeFileSync(config, Prometheus.configuration(targets));
    const server = new Prometheus(`http://127.0.0.1:${port}`);
    server.process = new Background(path.join(dir, 'prometheus.log'), 'prometheus', [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(dir, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
      '--web.enable-lifecycle',
    ]);
    await until(
      async () => (await fetch(`${server.url}/-/ready`).catch(() => undefined))?.ok,
      20_000,
      'Prometheus',
    );
    return server;
  }

  /** The project's own configuration with its addresses exchanged and its intervals shortened. */
  static configuration(targets) {
    const own = fs.readFileSync(path.join(ROOT, 'deploy/prometheus/prometheus.yml'), 'utf8');
    const jobs = [...own.matchAll(/^ {2}- job_name: (\S+)\n(?: {4}.*\n)+/gm)].filter(
      ([, job]) => targets[job],
    );
    const head = own
      .slice(0, own.indexOf('scrape_configs:'))
      .replace(/scrape_interval: \S+/, 'scrape_interval: 1s')
      .replace(/scrape_timeout: \S+/, 'scrape_timeout: 1s')
      .replace(/evaluation_interval: \S+/, 'evaluation_interval: 1s')
      .replace('- rules/', `- ${RULES_DIR}/`);
    return `${head}scrape_configs:\n${jobs
      .map(([, job]) => `  - job_name: ${job}\n` + `    static_configs: [{targets: ["${targets[job]}"]}]\n`)
      .join('')}`;
  }

  constructor(url) {
    this.url = url;
  }

  async get(what, parameters = {}) {
    const answer = await fetch(`${this.url}/api/v1/${what}?${new URLSearchParams(parameters)}`);
    const body = await answer.json();
    if (body.status !== 'success') throw new Error(`${body.error}: ${JSON.stringify(parameters)}`);
    return body.data;
  }

  /** The samples of an instant query: [{metric, value}]. */
  async query(expr) {
    const {resultType, result} = await this.get('query', {query: expr});
    if (resultType === 'scalar') return [{metric: {}, value: Number(result[1])}];
    return result.map(({metric, value}) => ({metric, value: Number(value[1])}));
  }

  stop() {
    return this.process.stop();
  }
}
