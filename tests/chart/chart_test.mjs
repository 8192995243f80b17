// The chart, rendered for every file of helm/ci on the oldest and a new Kubernetes, and what is
// asked of all of it. Needs the packages of package.json (run.mjs), no cluster.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {parse} from 'yaml';
import {fakeCluster} from './lib/fake_cluster.mjs';
import {BUILD, CHART, KUBERNETES, ROOT, helm, nameOf, render, scenarios} from './lib/helm.mjs';
import {checkPods, containersOf, isOurs, workloads} from './lib/pods.mjs';
import {checkTypes, checkValues} from './lib/schemas.mjs';
import {checkSettings, notBuilt} from './lib/settings.mjs';
import {checkWiring} from './lib/wiring.mjs';

const none = (faults) => assert.deepEqual(faults, []);
const ci = (name) => ['-f', path.join(CHART, 'ci', `${name}-values.yaml`)];
const find = (objects, name) => objects.find((object) => nameOf(object) === name);

const rendered = new Map();
for (const scenario of scenarios()) {
  rendered.set(scenario.name, await render(['-f', scenario.file], scenario.kubeVersion));
}
const each = (check) => [...rendered].flatMap(([where, objects]) => check(objects).map((fault) => `${where}: ${fault}`));

test('helm lint finds nothing in any variant, strictly', async () => {
  for (const {name, file} of scenarios().filter((s) => s.kubeVersion === KUBERNETES[1])) {
    const {status, out, err} = await helm('lint', '--strict', CHART, '-f', file);
    assert.equal(status, 0, `${name}: ${out}${err}`);
  }
});

test('every object is valid by the JSON schemas of its kind', async () => {
  const unique = new Map();
  for (const objects of rendered.values()) for (const object of objects) unique.set(JSON.stringify(object), object);
  none(await checkValues(unique.values()));
});

test('no object has a field that its kind does not have', async () => {
  const all = [...rendered].flatMap(([where, objects]) => objects.map((object) => ({where, object})));
  none(await checkTypes(all, path.join(BUILD, 'chart/types')));
});

test('the validators refuse a misspelt field, a wrong type and an unknown kind', async () => {
  const probe = (object) => ({where: 'probe', object});
  const service = (spec) => ({apiVersion: 'v1', kind: 'Service', metadata: {name: 'x'}, spec});
  const types = await checkTypes([probe(service({clusterIp: 'None'})), probe(service({selector: {a: 'b'}}))],
    path.join(BUILD, 'chart/types-probe'));
  assert.equal(types.length, 1);
  assert.match(types[0], /probe: Service\/x .*clusterIp/);
  assert.match((await checkValues([service({ports: 'http'})])).join(), /ports must be array/);
  assert.match((await checkValues([{apiVersion: 'v9', kind: 'Thing', metadata: {name: 'x'}}])).join(), /no schema/);
});

test('every pod is confined, has resources, probes and time to drain, and no literal secret', () => none(each(checkPods)));

test('selectors, ports, addresses and network policies fit together', () => none(each(checkWiring)));

test('the checks see what they are there for', () => {
  const spoil = (change) => {
    const objects = structuredClone(rendered.get(`minimal on ${KUBERNETES[1]}`));
    change((name) => find(objects, name));
    return [...checkPods(objects), ...checkWiring(objects)].join('\n');
  };
  const game = (get) => get('Deployment/castellan-game').spec.template.spec;
  assert.equal(spoil(() => {}), '');
  assert.match(spoil((get) => { game(get).securityContext.runAsNonRoot = false; }), /may run as root/);
  assert.match(spoil((get) => { game(get).containers[0].securityContext = {}; }), /may write[^]*privileges[^]*capabilities/);
  assert.match(spoil((get) => { game(get).containers[0].image = 'castellan:latest'; }), /not pinned/);
  assert.match(spoil((get) => { game(get).containers[0].livenessProbe.httpGet.port = 'web'; }), /asks port web/);
  assert.match(spoil((get) => { game(get).terminationGracePeriodSeconds = 30; }), /too much for 30 s/);
  assert.match(spoil((get) => { game(get).containers[0].env.push({name: 'A_PASSWORD', value: 'x'}); }), /not from a Secret/);
  assert.match(spoil((get) => { game(get).containers[0].env.push({name: 'U', value: 'redis://:pw@r:6379/0'}); }), /holds a password/);
  assert.match(spoil((get) => { game(get).containers[0].env.push({name: 'U', value: 'castellan-clock:7000'}); }), /a policy is against it/);
  assert.match(spoil((get) => { game(get).containers[0].env.push({name: 'U', value: 'castellan-clock:7005'}); }), /no such port/);
  assert.match(spoil((get) => { get('Service/castellan-game').spec.selector['app.kubernetes.io/component'] = 'gam'; }), /selects 0 kinds/);
  assert.match(spoil((get) => { delete get('NetworkPolicy/castellan-game').spec.ingress[0].from; }), /lets anybody in/);
});

test('every CHESS_ variable and flag is one that the program knows, and none it needs is missing', (t) => {
  const missing = notBuilt();
  if (missing.length > 0) return t.skip(`not built: ${missing.join(', ')}`);
  none(each(checkSettings));
  none(checkSettings(rendered.get(`minimal on ${KUBERNETES[1]}`), {all: true}));
});

test('nothing in the chart holds a secret, and only secrets.generate makes a Secret', () => {
  for (const [where, objects] of rendered) {
    const secrets = objects.filter((object) => object.kind === 'Secret');
    assert.equal(secrets.length, where.startsWith('bundled on') ? 1 : 0, where);
    for (const secret of secrets) {
      assert.equal(secret.metadata.annotations['helm.sh/resource-policy'], 'keep');
      for (const value of Object.values(secret.data)) assert.match(atob(value), /^[A-Za-z0-9]{40}$/);
    }
  }
  // Two renderings do not share a password, so none is built in.
  const [one, two] = KUBERNETES.map((k) => find(rendered.get(`bundled on ${k}`), 'Secret/castellan-generated').data);
  assert.notEqual(one['postgres-password'], two['postgres-password']);
});

test('secrets come from where the values say', () => {
  const references = (name) => new Set(workloads(rendered.get(`${name} on ${KUBERNETES[1]}`)).flatMap(({spec}) => containersOf(spec))
    .flatMap((container) => container.env ?? []).filter((e) => e.valueFrom)
    .map(({name: variable, valueFrom: {secretKeyRef: {name, key}}}) => `${variable} ${name}/${key}`));
  assert.deepEqual([...references('minimal')].sort(), ['CHESS_POSTGRES_URL castellan/postgres-url',
    'CHESS_REDIS_URL castellan/redis-url', 'CHESS_SERVICE_SECRET castellan/service-secret']);
  assert.deepEqual([...references('external')].sort(), ['CHESS_SERVICE_SECRET castellan/service-secret', 'PGPASSWORD castellan-db/password']);
  assert.deepEqual([...references('ha')].sort(), ['CHESS_POSTGRES_URL castellan-db-app/uri', 'CHESS_REDIS_URL castellan-redis/url',
    'CHESS_SERVICE_SECRET castellan/service-secret']);
  assert.deepEqual([...references('bundled')].sort(), ['CHESS_SERVICE_SECRET castellan-generated/service-secret',
    'PGPASSWORD castellan-generated/postgres-password', 'POSTGRES_PASSWORD castellan-generated/postgres-password',
    'REDIS_PASSWORD castellan-generated/redis-password']);
});

test('migrations run before the programs: a hook, or an init container where Postgres is bundled', () => {
  for (const [where, objects] of rendered) {
    const job = objects.find((object) => object.kind === 'Job');
    const first = workloads(objects).filter(({spec}) => spec.initContainers?.some((c) => c.command[0] === '/usr/bin/chess-migrate'))
      .map(({owner}) => owner.metadata.labels['app.kubernetes.io/component']).sort();
    if (where.startsWith('bare')) assert.ok(!job && first.length === 0, where);
    else if (/^(bundled|odd)/.test(where)) assert.ok(!job && first.join() === 'game,lobby', where);
    else assert.ok(job?.metadata.annotations['helm.sh/hook'] === 'pre-install,pre-upgrade' && first.length === 0, where);
  }
});

test('SIGTERM is delayed by the sleep action, and by a longer pause where there is none', () => {
  const game = (k) => find(rendered.get(`minimal on ${k}`), 'Deployment/castellan-game').spec.template.spec;
  const pause = (spec) => spec.containers[0].env.find((e) => e.name === 'CHESS_GAME_DRAIN_PAUSE_MS').value;
  const [old, recent] = KUBERNETES.map(game);
  assert.deepEqual([old.containers[0].lifecycle, pause(old)], [undefined, '7000']);
  assert.deepEqual([recent.containers[0].lifecycle, pause(recent)], [{preStop: {sleep: {seconds: 2}}}, '5000']);
  assert.equal(old.terminationGracePeriodSeconds, recent.terminationGracePeriodSeconds);
});

test('the gateway finds pods, the services find services', () => {
  const minimal = rendered.get(`minimal on ${KUBERNETES[1]}`);
  const of = (name) => find(minimal, `Deployment/castellan-${name}`).spec.template.spec.containers[0].env
    .filter((e) => e.name.endsWith('_ADDRESS')).map((e) => e.value);
  assert.ok(of('gateway').every((address) => /^castellan-\w+-pods:/.test(address)));
  assert.ok(['lobby', 'game', 'clock', 'analysis'].every((name) => of(name).every((address) => !address.includes('-pods'))));
  assert.equal(find(minimal, 'Service/castellan-game-pods').spec.clusterIP, 'None');
});

test('each policy names its callers and no other', () => {
  const who = (peer) => peer.podSelector?.matchLabels['app.kubernetes.io/component'] ??
    peer.namespaceSelector?.matchLabels['kubernetes.io/metadata.name'] ?? peer.ipBlock.cidr;
  const callers = (name) => Object.fromEntries(rendered.get(`${name} on ${KUBERNETES[1]}`)
    .filter((o) => o.kind === 'NetworkPolicy' && o.spec.ingress).map((o) => [o.metadata.labels['app.kubernetes.io/component'],
      o.spec.ingress.flatMap((rule) => rule.from.map((peer) => `${who(peer)} ${rule.ports.map((p) => p.port).join('+')}`)).sort()]));
  assert.deepEqual(callers('minimal'), {
    analysis: ['game internal', 'gateway grpc', 'monitoring admin'],
    clock: ['gateway grpc', 'monitoring admin'],
    game: ['analysis internal', 'clock internal', 'gateway grpc+internal', 'lobby internal', 'monitoring admin'],
    gateway: ['monitoring admin', 'play http'],
    lobby: ['clock internal', 'game internal', 'gateway grpc+internal', 'monitoring admin'],
  });
  assert.deepEqual(callers('nginx').gateway, ['ingress-nginx http+grpc', 'monitoring admin', 'play http']);
  assert.deepEqual(callers('gateway-api').gateway, ['envoy-gateway-system http+grpc', 'monitoring admin', 'play http']);
  assert.deepEqual(callers('external').gateway, ['203.0.113.0/24 http+grpc', 'monitoring admin', 'play http']);
  const {postgres, redis} = callers('bundled');
  assert.deepEqual({postgres, redis}, {
    postgres: ['game postgres', 'lobby postgres'], redis: ['clock redis', 'game redis', 'gateway redis', 'lobby redis'],
  });
});

/** The services whose methods ask for an operator's token: [{name, methods, forOperators}]. */
function operatorServices() {
  const folder = path.join(ROOT, 'proto');
  const files = fs.readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.proto'));
  return files.flatMap((file) => {
    const text = fs.readFileSync(path.join(folder, file), 'utf8').replace(/\/\/.*$/gm, '');
    const count = (body, pattern) => body.match(pattern)?.length ?? 0;
    return [...text.matchAll(/^service (\w+) \{\n([^]*?)^\}/gm)].map(([, name, body]) => ({
      name: `${/^package ([\w.]+);/m.exec(text)[1]}.${name}`,
      methods: count(body, /^ +rpc /gm),
      forOperators: count(body, /\bauth: AUTH_OPERATOR\b/g),
    }));
  }).filter(({forOperators}) => forOperators > 0);
}
const OPERATORS = operatorServices().map(({name}) => name).sort();

test('a service of operators is for operators alone, so that its path can be closed', () => {
  assert.ok(OPERATORS.length >= 2, `found ${OPERATORS}`);
  for (const {name, methods, forOperators} of operatorServices()) assert.equal(forOperators, methods, name);
});

test('operators are let in only where the values say so', () => {
  for (const [where, objects] of rendered) {
    const exposed = /^(nginx-operator|everything)/.test(where);
    for (const ingress of objects.filter((o) => o.kind === 'Ingress' && o.metadata.name.endsWith('-operators'))) {
      const paths = ingress.spec.rules[0].http.paths;
      assert.deepEqual(paths.map((p) => p.path), OPERATORS.map((service) => `/${service}/`));
      // Versions of ingress-nginx refuse dots in other types of paths.
      assert.ok(paths.every((p) => p.pathType === 'ImplementationSpecific'));
      const range = ingress.metadata.annotations['nginx.ingress.kubernetes.io/whitelist-source-range'];
      assert.equal(range, exposed ? '203.0.113.0/24,2001:db8::/32' : '127.0.0.1/32', where);
      assert.ok(paths.every((p) => p.backend.service.name.endsWith(exposed ? '-gateway' : '-closed')), where);
    }
    const closed = objects.filter((o) => /Route$/.test(o.kind)).flatMap((o) => o.spec.rules)
      .filter((rule) => !rule.backendRefs && rule.matches).map((rule) => rule.matches);
    assert.equal(closed.length, /^gateway-api/.test(where) ? 2 : 0, where);
    for (const matches of closed) {
      assert.deepEqual(matches.map((m) => m.method?.service ?? m.path.value.slice(1)), OPERATORS);
    }
  }
});

test('a backup runs the scripts of deploy/backup in the image that the values name, and alarms', () => {
  const objects = rendered.get(`backup on ${KUBERNETES[1]}`);
  const job = find(objects, 'CronJob/castellan-backup');
  const {containers: [container], volumes} = job.spec.jobTemplate.spec.template.spec;
  assert.equal(container.image, 'docker.io/library/postgres:15.14-bookworm');
  assert.deepEqual(container.args[0].trim().split('\n'), ['/scripts/dump --dir /backup', '/scripts/verify --dir /backup',
    '/scripts/prune --dir /backup --days 30 --keep 2']);
  assert.equal(volumes.find((v) => v.name === 'backup').persistentVolumeClaim.claimName, 'castellan-backup');
  const {data} = find(objects, 'ConfigMap/castellan-backup');
  for (const [script, text] of Object.entries(data)) {
    assert.equal(text.trimEnd(), fs.readFileSync(path.join(ROOT, 'deploy/backup', script), 'utf8').trimEnd(), script);
  }
  const [rule] = find(objects, 'PrometheusRule/castellan-backup').spec.groups[0].rules;
  const of = '{namespace="chess",cronjob="castellan-backup"}';
  assert.equal(rule.expr, `time() - (kube_cronjob_status_last_successful_time${of} or kube_cronjob_created${of}) > 129600`);
  assert.match(rule.annotations.description, /\{\{ \$value \| humanizeDuration \}\}/);
  assert.ok(fs.existsSync(path.join(ROOT, rule.annotations.runbook)));
  const base = find(rendered.get(`odd on ${KUBERNETES[1]}`), 'CronJob/yes-backup');
  assert.match(base.spec.jobTemplate.spec.template.spec.containers[0].args[0], /^\/scripts\/base --dir \/backup\n/);
  const [postgres] = rendered.get(`odd on ${KUBERNETES[1]}`).filter((o) => nameOf(o) === 'NetworkPolicy/yes-postgres');
  assert.ok(postgres.spec.ingress[0].from.some((peer) => peer.podSelector.matchLabels['app.kubernetes.io/component'] === 'backup'));
});

test('names that look like numbers stay texts, and large numbers stay whole', async () => {
  const odd = rendered.get(`odd on ${KUBERNETES[1]}`);
  const value = (service, name) => find(odd, `Deployment/yes-${service}`).spec.template.spec.containers[0].env
    .find((e) => e.name === name).value;
  assert.equal(value('game', 'CHESS_GAME_IDLE_SECONDS'), '3000000');
  assert.equal(value('game', 'CHESS_GAME_COMPACT_AFTER_SECONDS'), '0.5');
  assert.equal(value('game', 'CHESS_GAME_APPEND_THREADS'), '08');
  assert.equal(find(odd, 'Deployment/yes-game').spec.template.spec.securityContext.runAsUser, 1000650000);
  assert.equal(find(odd, 'HorizontalPodAutoscaler/yes-gateway').spec.metrics[1].pods.target.averageValue, '1000000');
  const {status, out, err} = await helm('template', '2026', CHART, ...ci('minimal'), '--set', 'fullnameOverride=chess');
  assert.equal(status, 0, err);
  const labels = new Set([...out.matchAll(/app\.kubernetes\.io\/instance: (.*)/g)].map(([, text]) => text));
  assert.deepEqual([...labels], ['"2026"']);
});

test('where values and chart set the same key, there is one, and it is the right one', () => {
  const odd = rendered.get(`odd on ${KUBERNETES[1]}`);
  const {labels, annotations} = find(odd, 'Deployment/yes-game').spec.template.metadata;
  assert.deepEqual([labels['app.kubernetes.io/part-of'], labels.mine, annotations['kubectl.kubernetes.io/default-container']],
    ['castellan', '1', 'other']);
  const monitor = find(odd, 'ServiceMonitor/yes').metadata.labels;
  assert.deepEqual([monitor['app.kubernetes.io/part-of'], monitor.release], ['castellan', '15']);
  const nginx = (name) => Object.fromEntries(Object.entries(find(odd, `Ingress/yes-web-${name}`).metadata.annotations)
    .map(([key, value]) => [key.split('/')[1], value]));
  assert.equal(nginx('players')['proxy-body-size'], '4m');
  assert.equal(nginx('players')['proxy-read-timeout'], '3600');
  assert.equal(nginx('players')['whitelist-source-range'], '10.0.0.0/8');
  assert.equal(nginx('operators')['whitelist-source-range'], '127.0.0.1/32');
});

test('a proxy before the gateway is one hop, and not one caller', () => {
  const of = (name, variable) => find(rendered.get(`${name} on ${KUBERNETES[1]}`), 'Deployment/castellan-gateway')
    .spec.template.spec.containers[0].env.find((e) => e.name === variable)?.value;
  assert.equal(of('minimal', 'CHESS_GATEWAY_TRUSTED_HOPS'), undefined);
  assert.equal(of('nginx', 'CHESS_GATEWAY_TRUSTED_HOPS'), '1');
  assert.equal(of('nginx-operator', 'CHESS_GATEWAY_TRUSTED_HOPS'), '2');
  assert.equal(of('nginx', 'CHESS_GATEWAY_MAX_CONNECTIONS_PER_ADDRESS'), '16384');
});

test('gateways scale by streams, everybody by CPU', () => {
  const objects = rendered.get(`autoscaling on ${KUBERNETES[1]}`);
  const metrics = (name) => find(objects, `HorizontalPodAutoscaler/castellan-${name}`).spec.metrics
    .map((m) => m.resource?.name ?? m.pods.metric.name);
  assert.deepEqual(metrics('game'), ['cpu']);
  assert.deepEqual(metrics('gateway'), ['cpu', 'chess_gateway_live_streams']);
  assert.equal(find(objects, 'HorizontalPodAutoscaler/castellan-clock'), undefined);
  assert.match(fs.readFileSync(path.join(ROOT, 'docs/metrics.md'), 'utf8'), /`?chess_gateway_live_streams\b/);
});

test('rules and dashboards of deploy/ arrive unchanged, and Helm can store the release', async () => {
  const objects = rendered.get(`monitoring on ${KUBERNETES[1]}`);
  const list = (folder, pattern) => fs.readdirSync(folder).filter((f) => pattern.test(f));
  const rules = list(path.join(CHART, 'files/rules'), /\.ya?ml$/);
  assert.ok(rules.length > 0);
  assert.deepEqual(objects.filter((o) => o.kind === 'PrometheusRule').map((o) => JSON.stringify(o.spec)).sort(),
    rules.map((file) => JSON.stringify(parse(fs.readFileSync(path.join(CHART, 'files/rules', file), 'utf8')))).sort());
  const boards = list(path.join(CHART, 'files/dashboards'), /\.json$/);
  assert.ok(boards.length > 0);
  const maps = objects.filter((o) => o.metadata.labels.grafana_dashboard === '1');
  assert.deepEqual(maps.flatMap((o) => Object.keys(o.data)).sort(), boards.map((file) => `castellan-${file}`).sort());
  for (const map of maps) for (const text of Object.values(map.data)) JSON.parse(text);
  // A release is a Secret of at most 1 MiB, and holds the chart packed and in base64.
  const {status, err} = await helm('package', CHART, '--destination', path.join(BUILD, 'chart'));
  assert.equal(status, 0, err);
  const {version} = parse(fs.readFileSync(path.join(CHART, 'Chart.yaml'), 'utf8'));
  assert.ok(fs.statSync(path.join(BUILD, 'chart', `castellan-${version}.tgz`)).size < 400_000);
});

test('every value has a comment, and the schema knows no other', () => {
  const text = fs.readFileSync(path.join(CHART, 'values.yaml'), 'utf8').split('\n');
  text.forEach((line, i) => {
    if (/^ *[A-Za-z]\w*:/.test(line) && !/^\s*(requests|limits|matchLabels|podSelector):/.test(line) &&
      // A service's own values are explained at serviceDefaults.
      !(/^ {4}/.test(line) && i > text.indexOf('services:') && i < text.indexOf('serviceAccounts:'))) {
      assert.match(text[i - 1], /^ *#/, `values.yaml:${i + 1} has no comment: ${line}`);
    }
  });
  const schema = JSON.parse(fs.readFileSync(path.join(CHART, 'values.schema.json'), 'utf8'));
  const values = parse(text.join('\n'));
  const compare = (part, node, where) => {
    const {properties} = node.$ref ? schema.definitions[node.$ref.split('/').at(-1)] : node;
    if (!properties || where.startsWith('services.') || /(resources|\.image)\.$/.test(where)) return;
    for (const [key, child] of Object.entries(properties)) {
      if (where === '' && key === 'global') continue;  // Helm's own
      assert.ok(key in part, `values.yaml does not have ${where}${key}`);
      if (part[key] && typeof part[key] === 'object') compare(part[key], child, `${where}${key}.`);
    }
  };
  compare(values, schema, '');
});

const REFUSED = [
  ['services.game.replica=3', /at '\/services\/game': additional properties 'replica' not allowed/],
  ['services.chess.replicas=1', /at '\/services': additional properties 'chess' not allowed/],
  ['services.game.replicas=0', /at '\/services\/game\/replicas': minimum: got 0, want 1/],
  ['services.game.replicas=two', /at '\/services\/game\/replicas': got string, want integer/],
  ['logLevel=verbose', /at '\/logLevel': value must be one of/],
  ['drain.pauseSeconds=1', /at '\/drain\/pauseSeconds': minimum: got 1, want 5/],
  ['postgres.password=x', /at '\/postgres': additional properties 'password' not allowed/],
  ['listenAddress=localhost', /at '\/listenAddress': 'localhost' does not match pattern/],
  ['image.tag=latest', /: image\.tag: latest does not say what runs/],
  ['services.analysis.image.tag=latest', /: services\.analysis\.image\.tag: latest/],
  ['image.repository=castellan:1.0', /: image\.repository: the tag belongs into image\.tag/],
  ['secrets.existingSecret=', /: secrets\.existingSecret: name a Secret with the key service-secret/],
  ['secrets.generate=true', /: secrets: give existingSecret or generate, not both/],
  ['secrets.existingSecret=,secrets.generate=true,redis.bundled.enabled=true', /: postgres\.existingSecret: name a Secret with the key postgres-url/],
  ['postgres.bundled.enabled=true,postgres.host=db', /: postgres: give host or bundled\.enabled, not both/],
  ['postgres.bundled.image=postgres', /: postgres\.bundled\.image: name a version/],
  ['fullnameOverride=my.chess', /: fullnameOverride: my\.chess has a dot/],
  ['fullnameOverride=2chess', /: fullnameOverride: 2chess begins with a digit/],
  ['nameOverride=chess.club', /: fullnameOverride: castellan-chess\.club has a dot/],
  ['backup.enabled=true', /: backup\.image: needed/],
  ['backup.enabled=true,backup.image=postgres:15', /: backup\.claim: needed/],
  ['backup.enabled=true,backup.image=postgres,backup.claim=c', /: backup\.image: name a version/],
  ['backup.kind=snapshot', /at '\/backup\/kind': value must be one of/],
  ['backup.schedule=nightly', /at '\/backup\/schedule': 'nightly' does not match pattern/],
  ['backup.days=0', /at '\/backup\/days': minimum: got 0, want 1/],
  ['postgres.host=db,postgres.sslMode=verify-full', /: postgres\.caSecret: sslMode verify-full needs/],
  ['ha=true', /: ha: set synchronous_standby_names on the primary/],
  ['ha=true,postgres.synchronousStandbyNames=s1', /: ha: services\.analysis needs two replicas or more, not 1/],
  ['ha=true,postgres.bundled.enabled=true', /: ha: bundled stores and generated secrets are for trying out/],
  ['ha=true,postgres.synchronousStandbyNames=s1,services.analysis.replicas=2,services.game.podDisruptionBudget.maxUnavailable=2',
    /: ha: services\.game\.podDisruptionBudget\.maxUnavailable 2 would let all 2 pods go/],
  ['services.lobby.enabled=false', /: services\.lobby\.enabled: only analysis can be left out/],
  ['services.game.settings.postgres_url=x', /: services\.game\.settings\.postgres_url: secrets come from a Secret/],
  ['services.game.settings.drain_pause_ms=0', /: services\.game\.settings\.drain_pause_ms: the chart decides this itself/],
  ['services.game.extraEnv[0].name=CHESS_SERVICE_SECRET,services.game.extraEnv[0].value=x', /give valueFrom\.secretKeyRef/],
  ['services.game.extraEnv[0].name=CHESS_GAME_ADMIN_LISTEN,services.game.extraEnv[0].value=x', /CHESS_GAME_ADMIN_LISTEN: the chart decides/],
  ['services.game.service.type=LoadBalancer', /: services\.game\.service\.type LoadBalancer: only the gateway/],
  ['networkPolicy.dns=null', /networkPolicy.dns/],
  ['services.game.autoscaling.enabled=true,services.game.autoscaling.streamsPerPod=5', /: services\.game\.autoscaling\.streamsPerPod: only the gateway/],
  ['services.game.autoscaling.enabled=true,services.game.autoscaling.minReplicas=20', /minReplicas 20 is more than maxReplicas 10/],
  ['ingress.enabled=true', /: ingress\.host: needed/],
  ['ingress.enabled=true,ingress.host=a.b', /: ingress\.tlsSecret: needed/],
  ['ingress.enabled=true,ingress.host=a.b,ingress.tlsSecret=t,ingress.operator.exposed=true', /: ingress\.operator\.sourceRanges: name/],
];

test('bad values are refused in one line that names the value', async () => {
  for (const [set, expected] of REFUSED) {
    const {status, err} = await helm('template', 'castellan', CHART, ...ci('minimal'), '--set', set);
    assert.notEqual(status, 0, `${set} was accepted`);
    assert.equal(err.split('\n').filter((line) => expected.test(line)).length, 1, `${set}: ${err}`);
  }
});

test('an upgrade keeps the passwords that are there, and makes only what is missing', async () => {
  const there = {'service-secret': btoa('kept'), 'postgres-password': btoa('kept too')};
  const cluster = await fakeCluster({'chess/castellan-generated': there});
  const config = path.join(BUILD, 'chart/kubeconfig');
  fs.writeFileSync(config, cluster.kubeconfig, {mode: 0o600});
  try {
    const objects = await render([...ci('bundled'), '--is-upgrade', '--dry-run=server', '--disable-openapi-validation',
      '--kubeconfig', config]);
    const {data} = find(objects, 'Secret/castellan-generated');
    assert.deepEqual({...data, 'redis-password': ''}, {...there, 'redis-password': ''});
    assert.match(atob(data['redis-password']), /^[A-Za-z0-9]{40}$/);
  } finally {
    cluster.close();
  }
});

test('an upgrade that cannot see the generated Secret makes no new passwords', async () => {
  const {status, err} = await helm('template', 'castellan', CHART, ...ci('bundled'), '--is-upgrade');
  assert.notEqual(status, 0);
  assert.match(err, /castellan-generated of the first install is not to be seen/);
});

test('an old Kubernetes is refused', async () => {
  const {status, err} = await helm('template', 'castellan', CHART, ...ci('minimal'), '--kube-version', '1.25.0');
  assert.notEqual(status, 0);
  assert.match(err, /kubeVersion: >=1\.27/);
});

test('the notes say how to reach it, for each way in', async () => {
  const notes = async (name) => {
    const {out, err} = await helm('install', 'castellan', CHART, ...ci(name), '--dry-run=client');
    return out.split('NOTES:')[1] ?? err;
  };
  assert.match(await notes('minimal'), /port-forward service\/castellan-gateway 8080/);
  assert.match(await notes('nginx'), /https:\/\/chess\.example\.org[^]*grpc\.chess\.example\.org:443/);
  assert.match(await notes('external'), /get service chess-gateway/);
  assert.match(await notes('bundled'), /for trying out/);
});

test('only our own image runs our programs, and helm test plays through the gateway', () => {
  const objects = rendered.get(`everything on ${KUBERNETES[1]}`);
  const images = new Set(workloads(objects).flatMap(({spec}) => containersOf(spec)).filter(isOurs).map((c) => c.image));
  assert.deepEqual([...images].sort(), ['registry.example.org/games/castellan-engine:1.4.2',
    `registry.example.org/games/castellan@sha256:${'0123456789abcdef'.repeat(4)}`]);
  const play = objects.find((o) => o.kind === 'Pod');
  assert.equal(play.metadata.annotations['helm.sh/hook'], 'test');
  assert.ok(play.spec.containers[0].args.includes('http://castellan-chess-platform-gateway:8080'));
});
