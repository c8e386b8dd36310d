import cluster from 'node:cluster';
import type { SharedSetup } from '#server/setup/startup.ts';

/** Messages between a worker and the leading process. */
export type WorkerMessage =
  | { type: 'open'; greeting: string }
  /** A worker requests the metrics of all, and gets a reply. */
  | { type: 'metrics wanted' }
  | { type: 'metrics'; text: string }
  /** The leading process requests a worker's own metrics, and gets a reply. */
  | { type: 'own metrics wanted'; request: number }
  | { type: 'own metrics'; request: number; metrics: object };

const variable = 'SHARED_OPENING';

/** Environment variables for a worker. */
export const sharedSetupEnv = (shared: SharedSetup) => ({ [variable]: JSON.stringify(shared) });

/** Null if the shop is a single process. */
export function readSharedSetup(env: NodeJS.ProcessEnv): SharedSetup | null {
  return cluster.isWorker ? JSON.parse(env[variable] ?? 'null') : null;
}

export function notifyLeader(message: WorkerMessage): void {
  process.send?.(message);
}
