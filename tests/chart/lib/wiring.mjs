// What must hold between the objects: selectors find pods, ports exist, and whatever a program is
// told to call is an address that exists and that both ends' policies let through.
import {nameOf} from './helm.mjs';
import {containersOf, workloads} from './pods.mjs';

const matches = (labels, selector) =>
  Object.entries(selector?.matchLabels ?? selector ?? {}).every(([key, value]) => labels[key] === value);
const hasPort = (workload, port) => containersOf(workload.spec)
  .some((container) => container.ports?.some((p) => p.name === port || p.containerPort === port));
const numberOf = (workload, port) => containersOf(workload.spec)
  .flatMap((container) => container.ports ?? []).find((p) => p.name === port || p.containerPort === port)?.containerPort;

function nameFaults(objects) {
  const seen = new Set();
  return objects.flatMap((object) => {
    const faults = [];
    const key = `${object.apiVersion} ${nameOf(object)}`;
    if (seen.has(key)) faults.push(`${nameOf(object)}: twice`);
    seen.add(key);
    if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(object.metadata.name)) faults.push(`${nameOf(object)}: bad name`);
    return faults;
  });
}

function serviceFaults(objects, pods) {
  return objects.filter((o) => o.kind === 'Service').flatMap((service) => {
    if (!service.spec.selector) return service.metadata.name.endsWith('-closed') ? [] : [`${nameOf(service)}: selects nothing`];
    const chosen = pods.filter((pod) => matches(pod.labels, service.spec.selector));
    if (chosen.length !== 1) return [`${nameOf(service)}: selects ${chosen.length} kinds of pods`];
    return service.spec.ports.filter((port) => !hasPort(chosen[0], port.targetPort))
      .map((port) => `${nameOf(service)}: the pods have no port ${port.targetPort}`);
  });
}

function selectorFaults(objects, pods) {
  return objects.flatMap((object) => {
    if (['Deployment', 'StatefulSet'].includes(object.kind)) {
      return matches(object.spec.template.metadata.labels, object.spec.selector) ? [] :
        [`${nameOf(object)}: does not select its own pods`];
    }
    if (object.kind === 'PodDisruptionBudget' &&
        pods.filter((pod) => matches(pod.labels, object.spec.selector)).length !== 1) {
      return [`${nameOf(object)}: selects no pods, or too many`];
    }
    if (object.kind === 'HorizontalPodAutoscaler') {
      const target = objects.find((o) => o.kind === 'Deployment' && o.metadata.name === object.spec.scaleTargetRef.name);
      if (!target) return [`${nameOf(object)}: scales nothing`];
      if (target.spec.replicas !== undefined) return [`${nameOf(object)}: the deployment says replicas too`];
    }
    return [];
  });
}

function policyFaults(objects, pods) {
  const policies = objects.filter((o) => o.kind === 'NetworkPolicy');
  if (policies.length === 0) return [];
  const faults = [];
  for (const policy of policies) {
    const {spec} = policy;
    const fault = (text) => faults.push(`${nameOf(policy)}: ${text}`);
    if (spec.policyTypes?.join() !== 'Ingress,Egress') fault('does not rule both directions');
    const chosen = pods.filter((pod) => matches(pod.labels, spec.podSelector));
    if (chosen.length === 0) fault('selects no pods');
    for (const rule of spec.ingress ?? []) {
      if (!rule.from?.length) fault('lets anybody in');
      for (const {port} of rule.ports ?? [{}]) {
        if (!chosen.every((pod) => hasPort(pod, port))) fault(`lets in at port ${port}, which the pods have not`);
      }
    }
    for (const rule of spec.egress ?? []) if (!rule.ports?.length) fault('lets out to any port');
    for (const peer of [...(spec.ingress ?? []).flatMap((r) => r.from ?? []), ...(spec.egress ?? []).flatMap((r) => r.to ?? [])]) {
      if (!peer.podSelector || peer.namespaceSelector) continue;
      if (!pods.some((pod) => matches(pod.labels, peer.podSelector))) fault(`names pods that are not there: ${JSON.stringify(peer)}`);
    }
  }
  for (const pod of pods) {
    const ruling = policies.filter((policy) => matches(pod.labels, policy.spec.podSelector));
    if (!ruling.some((p) => !p.spec.ingress && !p.spec.egress)) faults.push(`${nameOf(pod.owner)}: not under the default denial`);
    if (!ruling.some((p) => p.spec.egress || p.spec.ingress)) faults.push(`${nameOf(pod.owner)}: no policy of its own`);
  }
  return faults;
}

function letThrough(policies, from, to, port) {
  const about = (pod) => policies.filter((policy) => matches(pod.labels, policy.spec.podSelector));
  const lists = (peers, pod) => peers?.some((peer) => peer.podSelector && !peer.namespaceSelector && matches(pod.labels, peer.podSelector));
  const number = numberOf(to, port);
  const includes = (ports) => ports.some((p) => numberOf(to, p.port) === number);
  return about(to).some((p) => p.spec.ingress?.some((r) => lists(r.from, from) && includes(r.ports))) &&
    about(from).some((p) => p.spec.egress?.some((r) => lists(r.to, to) && includes(r.ports)));
}

/** Addresses in the environment and arguments of our pods: name:port without a dot. */
function addressesOf(container) {
  const texts = [...(container.env ?? []).map((e) => e.value ?? ''), ...(container.args ?? [])].map(String);
  return texts.flatMap((text) => [...text.matchAll(/(?:^|[/@,])([a-z][-a-z0-9]*):(\d+)(?=$|[/,])/g)])
    .map(([, host, port]) => ({host, port: Number(port)}));
}

function addressFaults(objects, pods) {
  const policies = objects.filter((o) => o.kind === 'NetworkPolicy');
  return pods.flatMap((pod) => containersOf(pod.spec).flatMap(addressesOf).flatMap(({host, port}) => {
    const told = `${nameOf(pod.owner)}: is told ${host}:${port}`;
    const service = objects.find((o) => o.kind === 'Service' && o.metadata.name === host);
    if (!service) return [`${told}, which does not exist`];
    const open = service.spec.ports.find((p) => p.port === port);
    if (!open) return [`${told}, but the service has no such port`];
    const target = pods.find((other) => matches(other.labels, service.spec.selector));
    if (!target) return [`${told}, but there are no pods`];
    // Headless: the pod's own port is what is called.
    if (service.spec.clusterIP === 'None' && numberOf(target, open.targetPort) !== port) return [`${told}, but the pods have another port`];
    return policies.length === 0 || letThrough(policies, pod, target, open.targetPort) ? [] : [`${told}, but a policy is against it`];
  }));
}

function backendFaults(objects) {
  const services = new Map(objects.filter((o) => o.kind === 'Service').map((o) => [o.metadata.name, o]));
  const missing = (owner, name, port) => services.get(name)?.spec.ports.some((p) => p.name === port || p.port === port) ? [] :
    [`${nameOf(owner)}: no service ${name} with port ${port}`];
  return objects.flatMap((o) => {
    if (o.kind === 'Ingress') {
      return o.spec.rules.flatMap((rule) => rule.http.paths).flatMap(({backend}) =>
        missing(o, backend.service.name, backend.service.port.name));
    }
    if (['HTTPRoute', 'GRPCRoute'].includes(o.kind)) {
      return o.spec.rules.flatMap((rule) => rule.backendRefs ?? []).flatMap((ref) => missing(o, ref.name, ref.port));
    }
    return [];
  });
}

/** Faults between the objects of one rendering, as sentences. */
export function checkWiring(objects) {
  const pods = workloads(objects);
  return [nameFaults(objects), serviceFaults(objects, pods), selectorFaults(objects, pods), policyFaults(objects, pods),
    addressFaults(objects, pods), backendFaults(objects)].flat();
}
