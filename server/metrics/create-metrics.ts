import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Listener } from '#server/http/http-server.ts';
import { methodOf, statusOf } from '#server/http/request-facts.ts';

/** In seconds: from a cached page to where people give up. */
const buckets = [0.005, 0.025, 0.1, 0.3, 1, 3, 10];

export interface Metrics {
  registry: Registry;
  /** Counts and times what the listener answers. */
  watch(listener: Listener): Listener;
  countCachedPage(): void;
}

/** What this process measures about itself and its requests; all names start with `livfit_`. */
export function createMetrics(templateOf: (path: string) => string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'livfit_' });
  const requests = new Histogram({
    name: 'livfit_http_request_duration_seconds',
    help: 'From the request to the end of its answer, by route, method and status. 429 and 503: refused.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [registry],
  });
  const cached = new Counter({
    name: 'livfit_cached_pages_total',
    help: 'Pages that were sent from the cache.',
    registers: [registry],
  });
  return {
    registry,
    watch: (listener) => (request: IncomingMessage, response: ServerResponse) => {
      const measured = requests.startTimer();
      response.once('close', () => {
        const [path = '/'] = (request.url ?? '/').split('?');
        measured({
          route: templateOf(path),
          method: methodOf(request),
          status: statusOf(response),
        });
      });
      listener(request, response);
    },
    countCachedPage: () => cached.inc(),
  };
}
