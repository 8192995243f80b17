// What must hold for every pod of the chart: rules of ours, not of Kubernetes.
import {nameOf} from './helm.mjs';

/** Everything that makes pods: [{owner, labels, spec, annotations}]. */
export function workloads(objects) {
  return objects.flatMap((owner) => {
    if (owner.kind === 'Pod') return [{owner, labels: owner.metadata.labels ?? {}, spec: owner.spec}];
    if (!['Deployment', 'StatefulSet', 'Job', 'CronJob', 'DaemonSet'].includes(owner.kind)) return [];
    const {metadata, spec} = (owner.spec.jobTemplate?.spec ?? owner.spec).template;
    return [{owner, labels: metadata.labels ?? {}, spec}];
  });
}

export const containersOf = (spec) => [...(spec.initContainers ?? []), ...spec.containers];
export const isOurs = (container) => container.command?.[0]?.startsWith('/usr/bin/chess') ?? false;
const runsForever = (owner) => ['Deployment', 'StatefulSet'].includes(owner.kind);

function podFaults({owner, spec}) {
  const faults = [];
  const must = (holds, what) => holds || faults.push(what);
  must(spec.automountServiceAccountToken === false, 'a service account token is mounted');
  must(spec.enableServiceLinks === false, 'variables of other services are injected');
  must(spec.securityContext?.runAsNonRoot === true, 'may run as root');
  must(spec.securityContext?.runAsUser !== 0, 'runs as root');
  must(spec.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile');
  for (const key of ['hostNetwork', 'hostPID', 'hostIPC']) must(!spec[key], `uses ${key}`);
  for (const volume of spec.volumes ?? []) must(!volume.hostPath, `mounts the host's ${volume.name}`);
  if (runsForever(owner)) must(spec.terminationGracePeriodSeconds > 0, 'has no grace period');
  return faults;
}

function containerFaults(container, {owner, spec}) {
  const faults = [];
  const must = (holds, what) => holds || faults.push(`${container.name}: ${what}`);
  const security = container.securityContext ?? {};
  must(security.readOnlyRootFilesystem === true, 'may write to its file system');
  must(security.allowPrivilegeEscalation === false, 'may gain privileges');
  must(security.capabilities?.drop?.includes('ALL') && !security.capabilities.add, 'keeps capabilities');
  must(!security.privileged, 'is privileged');
  const resources = container.resources ?? {};
  must(resources.requests?.cpu && resources.requests?.memory, 'requests no cpu or memory');
  must(resources.limits?.memory, 'has no memory limit');
  must(/@sha256:[0-9a-f]{64}$|:[^/:]+$/.test(container.image) && !container.image.endsWith(':latest'),
    `image ${container.image} is not pinned`);
  const volumes = new Set([...(spec.volumes ?? []), ...(owner.spec.volumeClaimTemplates ?? []).map((c) => c.metadata)]
    .map((volume) => volume.name));
  for (const mount of container.volumeMounts ?? []) must(volumes.has(mount.name), `mounts no volume ${mount.name}`);
  return faults;
}

const PROBES = ['readinessProbe', 'livenessProbe', 'startupProbe'];

function probeFaults(container, {owner}) {
  if (!runsForever(owner) || owner.spec.template.spec.initContainers?.includes(container)) return [];
  const faults = [];
  const must = (holds, what) => holds || faults.push(`${container.name}: ${what}`);
  const ports = container.ports ?? [];
  must(container.readinessProbe && container.livenessProbe, 'lacks a probe');
  if (isOurs(container)) {
    must(container.startupProbe, 'has no startup probe');
    must(container.readinessProbe?.grpc, "readiness does not ask gRPC's health");
    // Its health says whether the stores are there: asked by liveness it would restart everything.
    must(container.livenessProbe?.httpGet?.path === '/healthz', 'liveness asks more than /healthz');
  }
  for (const name of PROBES) {
    const probe = container[name];
    const port = probe?.httpGet?.port ?? probe?.grpc?.port ?? probe?.tcpSocket?.port;
    if (port === undefined) continue;
    must(ports.some((p) => p.name === port || p.containerPort === port), `${name} asks port ${port}, which it has not`);
    must(!probe.grpc || Number.isInteger(port), `${name}: gRPC probes want a number`);
  }
  return faults;
}

/** preStop, pause and deadline must fit into the grace period, with room for the end itself. */
function drainFaults(container, {spec}) {
  const value = (pattern) => Number(container.env?.find((e) => pattern.test(e.name))?.value ?? NaN) / 1000;
  const pause = value(/_DRAIN_PAUSE_MS$/);
  if (!isOurs(container) || Number.isNaN(pause)) return [];
  const deadline = value(/_DRAIN_(DEADLINE|GRACE)_MS$/);
  const sleep = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const grace = spec.terminationGracePeriodSeconds;
  if (pause >= 5 && sleep + pause + deadline + 5 <= grace) return [];
  return [`${container.name}: sleeps ${sleep} s, pauses ${pause} s, drains ${deadline} s: too much for ${grace} s`];
}

function environmentFaults(container) {
  const faults = [];
  const before = new Map();
  for (const variable of container.env ?? []) {
    const {name, value, valueFrom} = variable;
    if (before.has(name)) faults.push(`${container.name}: ${name} twice`);
    if (/SECRET|PASSW|TOKEN|_KEY$/.test(name) && !valueFrom?.secretKeyRef) {
      faults.push(`${container.name}: ${name} is not from a Secret`);
    }
    // A URL may hold a password only as a reference to a variable that comes from a Secret.
    const password = /\/\/[^/@]*:([^/@]*)@/.exec(value ?? '')?.[1];
    const referred = /^\$\((\w+)\)$/.exec(password ?? '')?.[1];
    if (password !== undefined && !before.get(referred)?.valueFrom?.secretKeyRef) {
      faults.push(`${container.name}: ${name} holds a password`);
    }
    before.set(name, variable);
  }
  return faults;
}

/** Faults of all pods, as sentences. */
export function checkPods(objects) {
  return workloads(objects).flatMap((workload) => [
    ...podFaults(workload),
    ...containersOf(workload.spec).flatMap((container) => [
      ...containerFaults(container, workload), ...probeFaults(container, workload),
      ...drainFaults(container, workload), ...environmentFaults(container),
    ]),
  ].map((fault) => `${nameOf(workload.owner)}: ${fault}`));
}
