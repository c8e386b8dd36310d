/**
 * Recurring work. Running it once too often or skipping a round does no harm. How often the shop's own
 * jobs run stands in `job-times.ts`.
 */
export interface Job {
  name: string;
  everyMs: number;
  /** Also runs in a restored shop that waits to be confirmed. */
  whileHeld?: boolean;
  /** Delay before the first round; `everyMs` by default, which a process may not live to see. */
  firstAfterMs?: number;
  /**
   * When the signal is aborted the shop is closing: finish what was started, and start nothing new.
   */
  run(signal: AbortSignal): Promise<unknown>;
}
