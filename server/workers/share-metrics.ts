import { once } from 'node:events';
import type { Registry } from 'prom-client';
import type { MetricsSource } from '#server/metrics/serve-metrics.ts';
import { notifyLeader, type WorkerMessage } from './worker-process.ts';

/**
 * Provides this worker's metrics to the leading process, and returns a source for those of all
 * workers.
 */
export function shareMetrics(registry: Registry, onError: (error: unknown) => void): MetricsSource {
  process.on('message', (message: WorkerMessage) => {
    if (message.type !== 'own metrics wanted') return;
    const { request } = message;
    registry
      .getMetricsAsJSON()
      .then((metrics) => notifyLeader({ type: 'own metrics', request, metrics }))
      .catch(onError);
  });
  return {
    contentType: registry.contentType,
    async metrics() {
      notifyLeader({ type: 'metrics wanted' });
      for (;;) {
        const [message] = (await once(process, 'message')) as [WorkerMessage];
        if (message.type === 'metrics') return message.text;
      }
    },
  };
}
