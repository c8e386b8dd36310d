import type { Database } from '@liv-fit/backend/database';
import type { AppMetrics } from '#server/app.ts';
import { createMetrics } from '#server/metrics/create-metrics.ts';
import { measureShop } from '#server/metrics/measure-shop.ts';
import { mayReadMetrics, sendMetrics, serveMetrics } from '#server/metrics/serve-metrics.ts';
import { shareMetrics } from '#server/workers/share-metrics.ts';
import type { Startup } from './startup.ts';

/**
 * Null, with nothing measured, unless METRICS_PORT or METRICS_TOKEN says where metrics can be read.
 */
export async function openMetrics(
  { config, shared, onClose, onError }: Startup,
  database: Database,
  templateOf: (path: string) => string,
): Promise<AppMetrics | null> {
  const { port, token } = config.metrics;
  if (port === null && token === null) return null;
  const metrics = createMetrics(templateOf);
  measureShop(metrics.registry, database);
  const source = shared ? shareMetrics(metrics.registry, onError) : metrics.registry;
  // With several processes, only the leader listens there.
  if (port !== null && !shared) {
    onClose(await serveMetrics(source, { ...config.metrics, port }, onError));
  }
  return {
    ...metrics,
    answer(request, response) {
      if (token === null || request.url !== '/metrics' || !mayReadMetrics(request, token)) {
        return false;
      }
      sendMetrics(source, response).catch((error) => {
        onError(error);
        response.destroy();
      });
      return true;
    },
  };
}
