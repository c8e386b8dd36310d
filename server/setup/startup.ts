import type { Logger } from 'pino';
import type { Config } from '#server/env.ts';
import type { SharedSimulation } from './choose-providers.ts';

/** Passed between processes as JSON. */
export interface SharedSetup {
  simulation: SharedSimulation | null;
}

export interface ShopOptions {
  config: Config;
  /** The project's folder. */
  root: string;
  development: boolean;
  log: Logger;
  /** What the leading process opened for all workers; null if the shop is a single process. */
  shared: SharedSetup | null;
  /** Aborted when the process is told to shut down: startup goes no further. */
  signal: AbortSignal;
}

/** What every part of the shop needs to open. */
export interface Startup extends ShopOptions {
  /** Closers are called in reverse order when the shop stops or can't start. */
  onClose(closer: () => Promise<unknown>): void;
  onError(error: unknown): void;
}
