import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerClientErrors, BoundedMessage, maximumHeaderSize } from '@liv-fit/backend/http';
import { answerInTurn } from './answer-in-turn.ts';
import { limitConnections } from './limit-connections.ts';
import { openListeners } from './open-listeners.ts';
import { limitTime, type TimeLimits, timeLimits } from './time-limits.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ShopServer {
  server: Server;
  port: number;
  /** Lets requests reach the shop; until then they get a 503, but for `/healthz`. */
  serve(listener: Listener): void;
  /** Closes every connection with its next answer, so that clients reconnect elsewhere. */
  endConnections(): void;
  /**
   * Stops accepting, lets running answers finish within the grace period (ms), then cuts off. Requests
   * whose bodies are still coming get less of it: trickling one may not hold up the end.
   */
  close(graceMs: number): Promise<void>;
}

export interface ListenOptions {
  limits?: TimeLimits;
  /** Whether every network has a share of the connections. */
  sharesConnections?: boolean;
  /** Whether other processes of the shop listen on the same port. */
  sharesPort?: boolean;
}

/** The part of the grace period, in milliseconds, in which request bodies must arrive. */
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
  };
  const answer = answerInTurn(
    (request, response) => {
      if (isHeld(request.socket)) return;
      if (namesTwoHosts(request)) {
        response.writeHead(400, { connection: 'close' }).end();
        return;
      }
      if (ending) response.setHeader('connection', 'close');
      listener(request, response);
    },
    () => {
      // A connection kept alive would outlast its last answer and hold up the end.
      if (closing) setImmediate(() => server.closeIdleConnections());
    },
  );
  const server = createServer(options, answer);
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

/** RFC 9112 §3.2: what is in front may have gone by the other one. Node takes the first. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (_: string, place: number) =>
    place % 2 === 0 && rawHeaders[place]?.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
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

/** Connections on which no request has come yet. Node does not count them among the idle ones. */
function trackSilent(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

/** Connections of requests whose bodies are still coming. */
function trackComing(server: Server): () => Socket[] {
  const running = new Set<IncomingMessage>();
  server.on('request', (request, response) => {
    running.add(request);
    response.once('close', () => running.delete(request));
  });
  return () => [...running].filter(({ complete }) => !complete).map(({ socket }) => socket);
}
