/**
 * Recurring work. Running it once too often or skipping a round does no harm. `job-times.ts` says
 * how often the shop's own jobs run.
 */
export interface Job {
  name: string;
  everyMs: number;
  /** Also runs in a restored shop that is waiting for confirmation. */
  whileHeld?: boolean;
  /** Delay before the first round; defaults to `everyMs`, which a process may not live to see. */
  firstAfterMs?: number;
  /**
   * When the signal is aborted, the shop is shutting down: finish what was started, and start
   * nothing new.
   */
  run(signal: AbortSignal): Promise<unknown>;
}
