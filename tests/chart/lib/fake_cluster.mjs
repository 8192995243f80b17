// As much of a Kubernetes API as `lookup` in a template asks for: discovery, and Secrets by name.
import http from 'node:http';

// The kinds of the bundled variant: helm wants to know where each is found.
const KINDS = {
  v1: ['Secret', 'Service', 'ServiceAccount', 'ConfigMap', 'Pod'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};
const plural = (kind) => `${kind.toLowerCase().replace(/y$/, 'ie')}s`;
const resources = (version) => ({kind: 'APIResourceList', groupVersion: version, resources: KINDS[version].map((kind) =>
  ({name: plural(kind), singularName: kind.toLowerCase(), namespaced: true, kind, verbs: ['get', 'list']}))});
const group = (version) => {
  const entry = {groupVersion: version, version: version.split('/')[1]};
  return {name: version.split('/')[0], versions: [entry], preferredVersion: entry};
};

/** Serves `secrets` ({namespace/name: data}); gives {kubeconfig: text, close}. */
export async function fakeCluster(secrets) {
  const answers = {
    '/version': {major: '1', minor: '33', gitVersion: 'v1.33.0'},
    '/api': {kind: 'APIVersions', versions: ['v1']},
    '/apis': {kind: 'APIGroupList', apiVersion: 'v1', groups: Object.keys(KINDS).filter((v) => v.includes('/')).map(group)},
  };
  for (const version of Object.keys(KINDS)) {
    answers[`/${version.includes('/') ? 'apis' : 'api'}/${version}`] = resources(version);
  }
  const server = http.createServer((request, response) => {
    const {pathname} = new URL(request.url, 'http://cluster');
    const [, namespace, name] = /^\/api\/v1\/namespaces\/([^/]+)\/secrets\/([^/]+)$/.exec(pathname) ?? [];
    const data = secrets[`${namespace}/${name}`];
    const answer = answers[pathname] ?? (data && {apiVersion: 'v1', kind: 'Secret', metadata: {name, namespace}, data}) ??
      {kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404};
    response.writeHead(answer.code ?? 200, {'content-type': 'application/json'});
    response.end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const kubeconfig = JSON.stringify({
    apiVersion: 'v1', kind: 'Config', 'current-context': 'fake',
    clusters: [{name: 'fake', cluster: {server: `http://127.0.0.1:${server.address().port}`}}],
    contexts: [{name: 'fake', context: {cluster: 'fake', user: 'fake'}}],
    users: [{name: 'fake', user: {}}],
  });
  return {kubeconfig, close: () => server.close()};
}
