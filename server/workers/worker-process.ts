import cluster from 'node:cluster';
import type { SharedOpening } from '#server/setup/startup.ts';

/** What a worker and the leading process tell each other. */
export type WorkerMessage =
  | { type: 'open'; greeting: string }
  /** A worker asks for the metrics of all, and is answered. */
  | { type: 'metrics wanted' }
  | { type: 'metrics'; text: string }
  /** The leading process asks a worker for its own, and is answered. */
  | { type: 'own metrics wanted'; request: number }
  | { type: 'own metrics'; request: number; metrics: object };

const variable = 'SHARED_OPENING';

/** For the environment of a worker. */
export const shareOpening = (shared: SharedOpening) => ({ [variable]: JSON.stringify(shared) });

/** Null in a shop of one process. */
export function readSharedOpening(env: NodeJS.ProcessEnv): SharedOpening | null {
  return cluster.isWorker ? JSON.parse(env[variable] ?? 'null') : null;
}

export function tellLeader(message: WorkerMessage): void {
  process.send?.(message);
}
