import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerClientErrors, maximumHeaderSize } from '@liv-fit/backend/http';
import { answerInTurn } from './answer-in-turn.ts';
import { limitTime, type TimeLimits, timeLimits } from './time-limits.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ShopServer {
  server: Server;
  port: number;
  /** From now on requests reach the shop; until then they are asked to come back. */
  serve(listener: Listener): void;
  /** Stops accepting, lets running answers finish within the grace period (ms), then cuts off. */
  drain(graceMs: number): Promise<void>;
}

/** Takes the port first, so that a second shop on it fails before it touches any data. */
export async function listen(
  port: number,
  host: string,
  limits: TimeLimits = timeLimits,
): Promise<ShopServer> {
  let listener: Listener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' });
    response.end('The shop is starting up. Please try again in a moment.\n');
  };
  let draining = false;
  const options = { connectionsCheckingInterval: 5_000, maxHeaderSize: maximumHeaderSize };
  const answer = answerInTurn(
    (request, response) => listener(request, response),
    () => {
      // A connection kept alive would outlast its last answer and hold up the end.
      if (draining) setImmediate(() => server.closeIdleConnections());
    },
  );
  const server = createServer(options, answer);
  limitTime(server, limits);
  answerClientErrors(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    server,
    port: typeof address === 'object' && address ? address.port : port,
    serve(next) {
      listener = next;
    },
    async drain(graceMs) {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
}
