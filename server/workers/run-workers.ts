import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '#server/env.ts';
import { findFree } from '#server/http/open-listeners.ts';
import { startSimulation } from '#server/setup/choose-providers.ts';
import { metricsOfWorkers } from './metrics-of-workers.ts';
import { sharedSetupEnv, type WorkerMessage } from './worker-process.ts';

/** A worker that keeps crashing must not keep a core busy. */
const replaceAfterMs = 1_000;

export interface WorkersOptions {
  config: Config;
  /** The project's folder. */
  root: string;
  log: Logger;
}

/**
 * Runs the shop in several processes on one port, alongside a single sandbox. The first worker
 * migrates and creates the owner's account before the others start; a worker that ends on its own
 * is replaced. Resolves to an exit code when all have ended, after SIGTERM or SIGINT or because the
 * first couldn't start. Rejects if the port is in use.
 */
export async function runWorkers({ config, root, log }: WorkersOptions): Promise<number> {
  await findFree(config.port, config.host);
  const simulation = await startSimulation({ config, root, port: config.port });
  const variables = sharedSetupEnv({ simulation });
  const workers = new Set<Worker>();
  let ending = false;
  const fork = (): Worker => {
    const worker = cluster.fork(variables);
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    return worker;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      ending = true;
      for (const worker of workers) worker.process.kill(signal);
    });
  }

  const metrics = await metricsOfWorkers(config.metrics, log);
  try {
    const first = fork();
    const open = await opening(first);
    if (typeof open === 'number') return open;
    for (let more = 1; more < config.workers && !ending; more += 1) fork();
    const others = [...workers].filter((worker) => worker !== first);
    await Promise.all(others.map(opening));
    if (!ending) process.stdout.write(open.greeting);
    const keep = async (worker: Worker): Promise<void> => {
      if (!worker.isDead()) await once(worker, 'exit');
      if (ending) return;
      const { exitCode: code, signalCode: signal } = worker.process;
      log.error({ code, signal }, 'a worker ended by itself and is replaced');
      await sleep(replaceAfterMs);
      if (!ending) await keep(fork());
    };
    await Promise.all([first, ...others].map(keep));
    return 0;
  } finally {
    await metrics.close();
    await simulation?.stop();
  }
}

/** The worker's message once it answers requests, or its exit code if it ended before. */
function opening(worker: Worker): Promise<{ greeting: string } | number> {
  return new Promise((resolve) => {
    worker.once('exit', (code) => resolve(code ?? 1));
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'open') resolve(message);
    });
  });
}
