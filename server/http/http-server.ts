import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerClientErrors, BoundedMessage, maximumHeaderSize } from '@liv-fit/backend/http';
import { serializeResponses } from './answer-in-turn.ts';
import { limitConnections } from './limit-connections.ts';
import { openListeners } from './open-listeners.ts';
import { limitTime, type TimeLimits, timeLimits } from './time-limits.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ShopServer {
  server: Server;
  port: number;
  /** Lets requests through to the shop; until then they get a 503, except for `/healthz`. */
  serve(listener: Listener): void;
  /** Closes every connection after its next response, so that clients reconnect elsewhere. */
  endConnections(): void;
  /**
   * Stops accepting connections, lets responses in progress finish within the grace period (ms),
   * then cuts off the rest. Requests whose bodies are still being received get less time, so that a
   * trickling client can't delay shutdown.
   */
  close(graceMs: number): Promise<void>;
}

export interface ListenOptions {
  limits?: TimeLimits;
  /** Whether each network is limited to a share of the connections. */
  sharesConnections?: boolean;
  /** Whether other processes of the shop listen on the same port. */
  sharesPort?: boolean;
}

/** The part of the grace period, in milliseconds, within which request bodies must have arrived. */
const bodyGraceMs = 2_000;

/** Binds the port first, so that a second shop on it fails before it touches any data. */
export async function listen(
  port: number,
  host: string,
  { limits = timeLimits, sharesConnections = false, sharesPort = false }: ListenOptions = {},
): Promise<ShopServer> {
  let listener: Listener = answerWhileOpening;
  let ending = false;
  let closing = false;
  const options = {
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: maximumHeaderSize,
    IncomingMessage: BoundedMessage,
    // Node's own responses to what it refuses are sent out of turn, however many are asked for.
    requireHostHeader: false,
  };
  const answer = serializeResponses(
    (request, response) => {
      if (isHeld(request.socket)) return;
      const refusal = namesOneHost(request) ? (expectsUnknown(request) ? 417 : null) : 400;
      if (refusal) {
        response.writeHead(refusal, { connection: 'close' }).end();
        return;
      }
      if (ending) response.setHeader('connection', 'close');
      listener(request, response);
    },
    () => {
      // A keep-alive connection would stay open after its last response and delay shutdown.
      if (closing) setImmediate(() => server.closeIdleConnections());
    },
  );
  const server = createServer(options, answer);
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const isHeld = sharesConnections ? limitConnections(server) : () => false;
  const silent = trackSilent(server);
  const coming = trackComing(server);
  limitTime(server, limits);
  answerClientErrors(server);
  const listeners = await openListeners(server, port, host, { sharesPort });
  return {
    server,
    port: listeners.port,
    serve(next) {
      listener = next;
    },
    endConnections() {
      ending = true;
    },
    async close(graceMs) {
      closing = true;
      const closed = listeners.close();
      server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
      const cutBodies = setTimeout(() => {
        for (const socket of coming()) socket.destroy();
      }, bodyGraceMs);
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cutBodies);
      clearTimeout(cutOff);
    },
  };
}

/**
 * Required by RFC 9112 §3.2. Of two, a proxy in front may have used the other one; Node takes the
 * first.
 */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const isHost = (_: string, place: number) =>
    place % 2 === 0 && rawHeaders[place]?.toLowerCase() === 'host';
  const hosts = rawHeaders.filter(isHost).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Rejected per RFC 9110 §10.1.1, which defines no other expectation. */
function expectsUnknown({ headers: { expect } }: IncomingMessage): boolean {
  return expect !== undefined && expect.toLowerCase() !== '100-continue';
}

/** The process is alive; nothing else is served yet. */
function answerWhileOpening(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/healthz') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"status":"ok"}');
    return;
  }
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' });
  response.end('The shop is starting up. Please try again in a moment.\n');
}

/** Connections that haven't sent a request yet. Node doesn't count these as idle. */
function trackSilent(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

/** Connections whose request bodies are still being received. */
function trackComing(server: Server): () => Socket[] {
  const running = new Set<IncomingMessage>();
  server.on('request', (request, response) => {
    running.add(request);
    response.once('close', () => running.delete(request));
  });
  return () => [...running].filter(({ complete }) => !complete).map(({ socket }) => socket);
}
