import { PgliteThread } from './pglite-thread.ts';
import type { PgliteWorkerData } from './pglite-worker.ts';

/** Milliseconds a standby thread is kept after one was last needed; it takes about 30 MB. */
const standbyFor = 10 * 60_000;

/**
 * Runs PGlite in a thread and replaces the thread on the same files whenever it ends: because a
 * statement took too long, or because it crashed. Anything held only in memory is lost with it.
 * Once that has happened, the next thread is kept on standby, fully prepared except for opening the
 * files.
 */
export class PgliteHost {
  private readonly data: PgliteWorkerData;
  private readonly onReplaced: () => void;
  private current: Promise<PgliteThread>;
  private standby: PgliteThread | null = null;
  private standbyTimer: NodeJS.Timeout | undefined;
  private closing = false;

  private constructor(data: PgliteWorkerData, first: PgliteThread, onReplaced: () => void) {
    this.data = data;
    this.onReplaced = onReplaced;
    this.current = Promise.resolve(first);
    this.replaceWhenLost(first);
  }

  static async open(data: PgliteWorkerData, onReplaced: () => void): Promise<PgliteHost> {
    const first = new PgliteThread(data);
    await first.open();
    return new PgliteHost(data, first, onReplaced);
  }

  /** A thread terminated in the middle of a statement can be replaced only if there are files. */
  get isReplaceable(): boolean {
    return this.data.dataDir !== undefined;
  }

  thread(): Promise<PgliteThread> {
    return this.current;
  }

  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.standbyTimer);
    await this.standby?.terminate();
    const thread = await this.current.catch(() => null);
    await thread?.close();
  }

  private makeStandby(): void {
    if (this.closing || this.standby) return;
    const standby = new PgliteThread(this.data);
    this.standby = standby;
    standby.lost.then(() => {
      if (this.standby === standby) this.standby = null;
    });
    this.standbyTimer = setTimeout(() => standby.terminate(), standbyFor).unref();
  }

  private replaceWhenLost(thread: PgliteThread): void {
    thread.lost.then((reason) => {
      if (this.closing) return;
      this.current = this.isReplaceable ? this.replace() : Promise.reject(goneWithMemory(reason));
      this.current.then(this.onReplaced, () => {});
    });
  }

  private async replace(): Promise<PgliteThread> {
    clearTimeout(this.standbyTimer);
    for (let attempt = 1; ; attempt += 1) {
      const thread = this.standby ?? new PgliteThread(this.data);
      this.standby = null;
      try {
        await thread.open();
        this.replaceWhenLost(thread);
        this.makeStandby();
        return thread;
      } catch (error) {
        if (this.closing || attempt === 5) {
          // The next caller tries again.
          setTimeout(() => {
            if (!this.closing) this.current = this.replace();
            this.current.then(this.onReplaced, () => {});
          }, 5_000).unref();
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, attempt * 200));
      }
    }
  }
}

function goneWithMemory(cause: Error): Error {
  return new Error('The database in memory has ended, and its rows with it.', { cause });
}
