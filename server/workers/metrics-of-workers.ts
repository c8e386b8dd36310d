import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '#server/env.ts';
import { serveMetrics } from '#server/metrics/serve-metrics.ts';
import type { WorkerMessage } from './worker-process.ts';

/** Answers the metrics of all workers together, on METRICS_PORT and to a worker that is asked for them. */
export async function metricsOfWorkers(
  { port, host, token }: Config['metrics'],
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  if (port === null && token === null) return { close: async () => {} };
  const registry = new AggregatorRegistry();
  const together = { contentType: registry.contentType, metrics: () => registry.clusterMetrics() };
  cluster.on('message', (worker, message: WorkerMessage) => {
    if (message.type !== 'metrics wanted') return;
    together.metrics().then(
      (text) => worker.send({ type: 'metrics', text } satisfies WorkerMessage),
      (error) => log.error({ err: error }, 'unexpected'),
    );
  });
  const onError = (error: unknown) => log.error({ err: error }, 'unexpected');
  const close = port === null ? async () => {} : await serveMetrics(together, port, host, onError);
  return { close };
}
