import type { Database } from '@liv-fit/backend/database';
import type { AppMetrics } from '#server/app.ts';
import { functionTable } from '#server/functions/function-table.ts';
import { createMetrics } from '#server/metrics/create-metrics.ts';
import { measureShop } from '#server/metrics/measure-shop.ts';
import { createRouteTemplate } from '#server/metrics/route-template.ts';
import { mayReadMetrics, sendMetrics, serveMetrics } from '#server/metrics/serve-metrics.ts';
import type { Startup } from './startup.ts';

/** Null, and nothing is measured, unless METRICS_PORT or METRICS_TOKEN says where it can be read. */
export async function openMetrics(
  { config, onClose, onError }: Startup,
  database: Database,
  pagePaths: readonly string[],
): Promise<AppMetrics | null> {
  const { port, host, token } = config.metrics;
  if (port === null && token === null) return null;
  const functions = functionTable.map(({ name }) => name);
  const metrics = createMetrics(createRouteTemplate(functions, pagePaths));
  measureShop(metrics.registry, database);
  if (port !== null) onClose(await serveMetrics(metrics.registry, port, host, onError));
  return {
    ...metrics,
    answer(request, response) {
      if (token === null || request.url !== '/metrics' || !mayReadMetrics(request, token)) {
        return false;
      }
      sendMetrics(metrics.registry, response).catch((error) => {
        onError(error);
        response.destroy();
      });
      return true;
    },
  };
}
