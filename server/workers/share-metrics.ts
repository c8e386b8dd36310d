import { once } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsSource } from '#server/metrics/serve-metrics.ts';
import { tellLeader, type WorkerMessage } from './worker-process.ts';

/** Lets the leading process add this worker's metrics to the others', and returns those of all. */
export function shareMetrics(registry: Registry): MetricsSource {
  AggregatorRegistry.setRegistries([registry]);
  // Answers the leading process when it asks.
  const { contentType } = new AggregatorRegistry();
  return {
    contentType,
    async metrics() {
      tellLeader({ type: 'metrics wanted' });
      for (;;) {
        const [message] = (await once(process, 'message')) as [WorkerMessage];
        if (message.type === 'metrics') return message.text;
      }
    },
  };
}
