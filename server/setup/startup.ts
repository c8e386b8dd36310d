import type { Logger } from 'pino';
import type { Config } from '#server/env.ts';
import type { SharedSimulation } from './choose-providers.ts';

/** Sent from process to process, as JSON. */
export interface SharedOpening {
  simulation: SharedSimulation | null;
}

export interface ShopOptions {
  config: Config;
  /** The project's folder. */
  root: string;
  development: boolean;
  log: Logger;
  /** What the leading process of several opened for all of them; null in a shop of one process. */
  shared: SharedOpening | null;
  /** Aborted when the process is told to end: a start goes no further. */
  signal: AbortSignal;
}

/** What every part of the shop is opened with. */
export interface Startup extends ShopOptions {
  /** Called in the opposite order when the shop stops, or cannot start. */
  onClose(closer: () => Promise<unknown>): void;
  onError(error: unknown): void;
}
