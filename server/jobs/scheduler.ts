import type { Database } from '@liv-fit/backend/database';
import type { Job } from './job.ts';
import type { TimerHandle, Timers } from './timers.ts';
import { withJobLock } from './with-job-lock.ts';

export interface SchedulerOptions {
  database: Database;
  timers: Timers;
  jobs: readonly Job[];
  /**
   * Whether jobs are on hold: the shop was restored from a backup, and nobody has confirmed it yet.
   */
  isHeld: () => Promise<boolean>;
  log: { error(facts: object, message: string): void };
}

export interface Scheduler {
  /** Each job runs `everyMs` after its previous round ended. */
  start(): void;
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>;
  /**
   * Runs a job now, or waits for it if it is already running. Rejects if it fails; does nothing
   * while on hold.
   */
  run(name: string): Promise<void>;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { database, timers, jobs, log } = options;
  const waiting = new Map<string, TimerHandle>();
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();

  /** Never runs two rounds of a job at once, neither here nor in another replica. */
  function run(job: Job): Promise<void> {
    const underWay = running.get(job.name);
    if (underWay) return underWay;
    const round = withJobLock(database, job.name, () => runUnlessHeld(job)).finally(() =>
      running.delete(job.name),
    );
    running.set(job.name, round);
    return round;
  }

  async function runUnlessHeld(job: Job): Promise<void> {
    if (job.whileHeld || !(await options.isHeld())) await job.run(stopped.signal);
  }

  function schedule(job: Job, waitMs: number): void {
    if (stopped.signal.aborted) return;
    waiting.set(
      job.name,
      timers.set(async () => {
        try {
          await run(job);
        } catch (error) {
          log.error({ err: error, job: job.name }, 'A job failed.');
        }
        schedule(job, job.everyMs);
      }, waitMs),
    );
  }

  return {
    start() {
      for (const job of jobs) schedule(job, job.firstAfterMs ?? job.everyMs);
    },
    async stop() {
      stopped.abort();
      for (const handle of waiting.values()) timers.clear(handle);
      await Promise.allSettled(running.values());
    },
    async run(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      if (!job) throw new RangeError(`There is no job called ${name}`);
      await run(job);
    },
  };
}
