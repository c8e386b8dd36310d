import type { Logger } from 'pino';
import type { Config } from '#server/env.ts';

export interface ShopOptions {
  config: Config;
  /** The project's folder. */
  root: string;
  development: boolean;
  log: Logger;
  /** Aborted when the process is told to end: a start waits for nothing more. */
  signal: AbortSignal;
}

/** What every part of the shop is opened with. */
export interface Startup extends ShopOptions {
  /** Called in the opposite order when the shop stops, or cannot start. */
  onClose(closer: () => Promise<unknown>): void;
  onError(error: unknown): void;
}
