// The chart's pods as processes of this machine: the same programs with the same environment and
// arguments; only addresses, paths and Secrets are replaced by what is here.
import {execFile, spawn} from 'node:child_process';
import fs from 'node:fs';
import http2 from 'node:http2';
import path from 'node:path';
import {freePort} from '../../e2e/lib/metrics.mjs';
import {until} from '../../e2e/lib/wait.mjs';
import {BUILD, ROOT} from './helm.mjs';
import {containersOf, isOurs, workloads} from './pods.mjs';

const component = (object) => object.metadata.labels['app.kubernetes.io/component'];

export class LocalPods {
  /** `secrets`: {"secret/key": value}; `folder`: for ConfigMaps and logs. */
  static async of(objects, secrets, folder) {
    const pods = new LocalPods(objects, secrets, folder);
    for (const {owner, spec} of workloads(objects)) {
      for (const {containerPort} of spec.containers.flatMap((container) => container.ports ?? [])) {
        pods.ports.set(`${component(owner)}:${containerPort}`, await freePort());
      }
    }
    return pods;
  }

  constructor(objects, secrets, folder) {
    Object.assign(this, {objects, secrets, folder, ports: new Map(), running: new Map()});
  }

  port(name, number) {
    const port = this.ports.get(`${name}:${number}`);
    if (!port) throw new Error(`no pod of ${name} has port ${number}`);
    return port;
  }

  /** Text of the chart → text for this machine, in a pod of `name`. */
  translate(name, text) {
    return text
      .replace(/^0\.0\.0\.0:(\d+)$/, (_, number) => `127.0.0.1:${this.port(name, number)}`)
      .replace(/(?<=^|[/@,])[a-z][-a-z0-9]*(?=:\d)/g, (host) => {
        const service = this.objects.find((o) => o.kind === 'Service' && o.metadata.name === host);
        return service ? `\0${service.spec.selector['app.kubernetes.io/component']}` : host;
      })
      .replace(/\0([a-z]+):(\d+)/g, (_, callee, number) => `127.0.0.1:${this.port(callee, number)}`)
      .replace('/usr/share/castellan/migrations', path.join(ROOT, 'deploy/postgres/migrations'))
      .replace('/usr/share/castellan/web', path.join(ROOT, 'web/dist'));
  }

  command(workload) {
    const name = component(workload.owner);
    const containers = containersOf(workload.spec);
    const container = containers.find(isOurs) ?? containers[0];
    const env = {PATH: process.env.PATH};
    for (const variable of container.env ?? []) {
      const reference = variable.valueFrom?.secretKeyRef;
      env[variable.name] = reference ? this.secrets[`${reference.name}/${reference.key}`] : this.translate(name, variable.value);
    }
    const mounts = new Map((container.volumeMounts ?? []).map((mount) => [mount.mountPath, this.mounted(workload, mount)]));
    const local = (text) => text.replace(/(?<![\w/])\/[-\w]+(?=[/\s]|$)/g, (folder) => mounts.get(folder) ?? folder);
    const [program, ...words] = container.command;
    const args = [...words, ...(container.args ?? [])].map((arg) => local(this.translate(name, arg)));
    const file = isOurs(container) ? path.join(BUILD, 'bin', path.basename(program)) : program;
    return {file, args, env, container};
  }

  mounted({spec}, mount) {
    const {configMap, persistentVolumeClaim} = spec.volumes.find((volume) => volume.name === mount.name);
    if (!configMap) {
      const folder = persistentVolumeClaim ? this.claim(persistentVolumeClaim.claimName) : path.join(this.folder, mount.name);
      fs.mkdirSync(folder, {recursive: true});
      return folder;
    }
    const map = this.objects.find((o) => o.kind === 'ConfigMap' && o.metadata.name === configMap.name);
    const folder = path.join(this.folder, map.metadata.name);
    fs.mkdirSync(folder, {recursive: true});
    for (const [file, text] of Object.entries(map.data)) fs.writeFileSync(path.join(folder, file), text, {mode: configMap.defaultMode ?? 0o644});
    return folder;
  }

  /** The folder that stands for a PersistentVolumeClaim. */
  claim(name) {
    return path.join(this.folder, 'claims', name);
  }

  /** Runs a job or the test's pod to its end: {status, out}. */
  run(name) {
    const {file, args, env} = this.command(workloads(this.objects).find(({owner}) => component(owner) === name));
    return new Promise((resolve) => {
      execFile(file, args, {env, timeout: 120_000}, (error, out, err) =>
        resolve({status: error ? error.code ?? 1 : 0, out: out + err}));
    });
  }

  /** Starts all deployments of our programs. */
  start() {
    for (const workload of workloads(this.objects).filter(({owner}) => owner.kind === 'Deployment')) {
      const name = component(workload.owner);
      const {file, args, env, container} = this.command(workload);
      const log = fs.openSync(path.join(this.folder, `${name}.log`), 'w');
      const child = spawn(file, args, {env, stdio: ['ignore', log, log]});
      const ended = new Promise((resolve) => child.once('exit', (status, signal) => resolve(signal ?? status)));
      this.running.set(name, {child, ended, container, grace: workload.spec.terminationGracePeriodSeconds});
    }
  }

  /** What the kubelet's readiness probe would see: SERVING, NOT_SERVING or why there is no answer. */
  readiness(name) {
    const {port} = this.running.get(name).container.readinessProbe.grpc;
    return new Promise((resolve) => {
      const session = http2.connect(`http://127.0.0.1:${this.port(name, port)}`);
      const done = (answer) => { session.destroy(); resolve(answer); };
      session.on('error', (error) => done(error.code));
      session.setTimeout(2000, () => done('TIMEOUT'));
      const stream = session.request({':method': 'POST', ':path': '/grpc.health.v1.Health/Check',
        'content-type': 'application/grpc', te: 'trailers'});
      let answer = Buffer.alloc(0);
      stream.on('data', (bytes) => { answer = Buffer.concat([answer, bytes]); });
      stream.on('error', (error) => done(error.code));
      stream.on('end', () => done({1: 'SERVING', 2: 'NOT_SERVING'}[answer[6]] ?? 'NO_ANSWER'));
      stream.end(Buffer.alloc(5));  // an empty HealthCheckRequest in its frame
    });
  }

  /** Status of the liveness probe. */
  async liveness(name) {
    const {container} = this.running.get(name);
    const {path: url, port} = container.livenessProbe.httpGet;
    const {containerPort} = container.ports.find((p) => p.name === port);
    return (await fetch(`http://127.0.0.1:${this.port(name, containerPort)}${url}`)).status;
  }

  async ready(names, wanted = 'SERVING', ms = 20_000) {
    for (const name of names) {
      await until(async () => (await this.readiness(name)) === wanted, ms, `${name} to be ${wanted}`);
    }
  }

  stop() {
    for (const {child} of this.running.values()) child.kill('SIGKILL');
  }
}
