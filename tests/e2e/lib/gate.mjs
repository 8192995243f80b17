// A network that can be cut: an HTTP proxy between one browser and the gateway. It counts the live
// streams that are open through it.
import http from 'node:http';

const WATCH = '/chess.live.v1.LiveService/Watch';

export class Gate {
  /** Listens on a free port of loopback and passes everything on to `target` (a URL). */
  static async open(target) {
    const gate = new Gate(new URL(target));
    await new Promise((resolve) => gate.server.listen(0, '127.0.0.1', resolve));
    gate.url = `http://127.0.0.1:${gate.server.address().port}`;
    return gate;
  }

  constructor(target) {
    this.target = target;
    this.isCut = false;
    /** Paths that this matches are answered 404. */
    this.missing = undefined;
    this.sockets = new Set();
    this.watches = new Set();
    this.agent = new http.Agent({keepAlive: true});
    this.server = http.createServer((request, response) => this.pass(request, response));
    this.server.keepAliveTimeout = 60_000;
    this.server.on('connection', (socket) => {
      if (this.isCut) return socket.destroy();
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  /** Live streams that are open at this moment. */
  get openWatches() {
    return this.watches.size;
  }

  /** Ends every connection and refuses new ones. */
  cut() {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend() {
    this.isCut = false;
  }

  async close() {
    this.cut();
    this.agent.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  pass(request, response) {
    const {method, url: path, headers} = request;
    if (this.missing?.test(path)) return void response.writeHead(404).end();
    const {hostname, port} = this.target;
    const options = {hostname, port, method, path, headers, agent: this.agent};
    const upstream = http.request(options, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    if (path === WATCH && method === 'POST') this.watches.add(upstream);
    upstream.on('error', () => response.destroy());
    response.on('close', () => {
      this.watches.delete(upstream);
      if (!response.writableFinished) upstream.destroy();
    });
    request.on('error', () => upstream.destroy());
    request.pipe(upstream);
  }
}
