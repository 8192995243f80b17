// What stands before several gateways: new connections go to those that say they are ready, in turn.
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import {delay} from './wait.mjs';

const LOOK_EVERY_MS = 200;

export class Balancer {
  /** Watches the gateways `names` of a system through the ports files that they write. */
  static async open(system, names) {
    const balancer = new Balancer(system, names);
    await new Promise((resolve) => balancer.server.listen(0, '127.0.0.1', resolve));
    balancer.url = `http://127.0.0.1:${balancer.server.address().port}`;
    balancer.watching = balancer.watch();
    return balancer;
  }

  constructor(system, names) {
    this.system = system;
    this.names = names;
    this.ready = [];
    this.turn = 0;
    this.sockets = new Set();
    this.server = net.createServer((client) => this.pass(client));
  }

  ports(name) {
    try {
      const text = fs.readFileSync(path.join(this.system.dir, 'ports', name), 'utf8');
      return Object.fromEntries(text.trim().split(' ').map((pair) => pair.split('=')));
    } catch {
      return {};
    }
  }

  async watch() {
    while (!this.closed) {
      const now = [];
      for (const name of this.names) {
        const {http: port, admin} = this.ports(name);
        if (port && await isReady(admin)) now.push(Number(port));
      }
      this.ready = now;
      await delay(LOOK_EVERY_MS);
    }
  }

  pass(client) {
    const port = this.ready[this.turn++ % this.ready.length];
    if (!port) return client.destroy();
    const server = net.connect(port, '127.0.0.1');
    for (const [a, b] of [[client, server], [server, client]]) {
      this.sockets.add(a);
      a.on('close', () => {
        this.sockets.delete(a);
        b.destroy();
      });
      a.on('error', () => b.destroy());
      a.pipe(b);
    }
  }

  async close() {
    this.closed = true;
    await this.watching;
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function isReady(port) {
  return new Promise((resolve) => {
    const request = http.get({host: '127.0.0.1', port, path: '/readyz', timeout: 1000, agent: false},
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      });
    request.on('error', () => resolve(false));
    request.on('timeout', () => request.destroy());
  });
}
