/** Work that comes back. Running it twice, or a round too few, does no harm. */
export interface Job {
  name: string;
  everyMs: number;
  /** Before the first round; `everyMs` unless told. A process may not live as long as that. */
  firstAfterMs?: number;
  /** Once the signal is aborted the shop is closing: what is begun is finished, no more is begun. */
  run(signal: AbortSignal): Promise<unknown>;
}
