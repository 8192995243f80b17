// The SharedWorker: one hub, and so one stream, for all tabs of a browser.
import { gatewayTransport } from '../api/clients';
import { Hub, type Port } from './hub';
import type { ToHub } from './messages';
import { hubTools } from './tools';

/** The part of a SharedWorker's global scope that is used here; the page's types lack it. */
interface WorkerScope {
  readonly location: { readonly origin: string };
  addEventListener(kind: 'connect', listener: (event: MessageEvent) => void): void;
  addEventListener(kind: 'online', listener: () => void): void;
}

const scope = self as unknown as WorkerScope;
const hub = new Hub(hubTools(gatewayTransport(scope.location.origin, () => '')));

scope.addEventListener('connect', (event) => {
  const channel = event.ports[0] as MessagePort;
  const port: Port = { post: (message) => channel.postMessage(message) };
  channel.addEventListener('message', (e: MessageEvent<ToHub>) => hub.receive(port, e.data));
  channel.start();
});
scope.addEventListener('online', () => hub.wake());
