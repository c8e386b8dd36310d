/** Work that comes back. Running it twice, or a round too few, does no harm. */
export interface Job {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}
