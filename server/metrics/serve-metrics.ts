import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isLoopbackAddress } from '#server/env.ts';
import { isLoopbackHost } from '#server/variables.ts';

/** A registry, or several together. */
export interface MetricsSource {
  contentType: string;
  metrics(): Promise<string>;
}

/** Serves the metrics in Prometheus' format. */
export async function sendMetrics(source: MetricsSource, response: ServerResponse): Promise<void> {
  const body = await source.metrics();
  response.writeHead(200, { 'content-type': source.contentType, 'cache-control': 'no-store' });
  response.end(body);
}

/** Whether the request may read metrics: with the token, as a bearer's. */
export function mayReadMetrics(request: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}

export interface MetricsListener {
  port: number;
  host: string;
  /** Asked for here as well, where there is one. */
  token: string | null;
}

/**
 * Serves metrics on their own port; rejects when it is in use. Resolves to a function that closes
 * it.
 */
export async function serveMetrics(
  source: MetricsSource,
  { port, host, token }: MetricsListener,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  // Pages whose name somebody lets point here are foreign ones.
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
