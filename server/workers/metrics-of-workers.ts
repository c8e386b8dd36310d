import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Config } from '#server/env.ts';
import { serveMetrics } from '#server/metrics/serve-metrics.ts';
import type { WorkerMessage } from './worker-process.ts';

/** Milliseconds after which a worker is left out: one that hangs must not hide the others. */
const longestWait = 5_000;

/**
 * Serves the combined metrics of all workers, on METRICS_PORT and to any worker that requests them.
 */
export async function metricsOfWorkers(
  settings: Config['metrics'],
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  if (settings.port === null && settings.token === null) return { close: async () => {} };
  const together = {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    metrics: () => askAll(log),
  };
  cluster.on('message', (worker, message: WorkerMessage) => {
    if (message.type !== 'metrics wanted') return;
    together.metrics().then(
      (text) => worker.send({ type: 'metrics', text } satisfies WorkerMessage),
      (error) => log.error({ err: error }, 'unexpected'),
    );
  });
  const onError = (error: unknown) => log.error({ err: error }, 'unexpected');
  const { port } = settings;
  const close =
    port === null ? async () => {} : await serveMetrics(together, { ...settings, port }, onError);
  return { close };
}

async function askAll(log: Logger): Promise<string> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  const answers = workers.map(async (worker) => {
    const metrics = worker ? await ask(worker) : null;
    if (!metrics) {
      const { pid } = worker?.process ?? {};
      log.warn({ pid }, 'A worker does not answer: its metrics are left out.');
    }
    return metrics;
  });
  const told = (await Promise.all(answers)).filter((metrics) => metrics !== null);
  return AggregatorRegistry.aggregate(told).metrics();
}

let requests = 0;

/** The worker's own metrics; null if it doesn't respond in time. */
function ask(worker: Worker): Promise<object | null> {
  requests += 1;
  const request = requests;
  return new Promise((resolve) => {
    const finish = (metrics: object | null) => {
      clearTimeout(timer);
      worker.off('message', listen);
      resolve(metrics);
    };
    const listen = (message: WorkerMessage) => {
      if (message.type === 'own metrics' && message.request === request) finish(message.metrics);
    };
    const timer = setTimeout(() => finish(null), longestWait);
    worker.on('message', listen);
    worker.send({ type: 'own metrics wanted', request } satisfies WorkerMessage, (error) => {
      if (error) finish(null);
    });
  });
}
