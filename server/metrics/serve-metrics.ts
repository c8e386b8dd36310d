import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isLoopbackAddress } from '#server/env.ts';
import { isLoopbackHost } from '#server/variables.ts';

/** One registry, or several combined. */
export interface MetricsSource {
  contentType: string;
  metrics(): Promise<string>;
}

/** Sends the metrics in Prometheus' format. */
export async function sendMetrics(source: MetricsSource, response: ServerResponse): Promise<void> {
  const body = await source.metrics();
  response.writeHead(200, { 'content-type': source.contentType, 'cache-control': 'no-store' });
  response.end(body);
}

/** Whether the request may read metrics: it has the token as its bearer token. */
export function mayReadMetrics(request: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}

export interface MetricsListener {
  port: number;
  host: string;
  /** Required here as well, if set. */
  token: string | null;
}

/**
 * Serves metrics on their own port; rejects if it is in use. Resolves to a function that closes it.
 */
export async function serveMetrics(
  source: MetricsSource,
  { port, host, token }: MetricsListener,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  // On loopback, any other host name is a foreign page's, pointed here by DNS.
  const isOwnName = (name: string) =>
    !isLoopbackAddress(host) || isLoopbackHost(name.replace(/:\d+$/, ''));
  const server = createServer((request, response) => {
    const isOpen = token === null || mayReadMetrics(request, token);
    if (request.url !== '/metrics' || !isOpen || !isOwnName(request.headers.host ?? '')) {
      response.writeHead(404).end();
      return;
    }
    sendMetrics(source, response).catch((error) => {
      onError(error);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
