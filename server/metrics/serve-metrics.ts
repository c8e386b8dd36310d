import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

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

/** Whether the request may read metrics on the shop's own port: with the token, as a bearer's. */
export function mayReadMetrics(request: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}

/**
 * Serves metrics on their own port; rejects when it is in use. Resolves to a function that closes
 * it.
 */
export async function serveMetrics(
  source: MetricsSource,
  port: number,
  host: string,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
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
