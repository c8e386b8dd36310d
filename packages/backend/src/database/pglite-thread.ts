import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PgliteWorkerData, PgliteWorkerMessage } from './pglite-worker.ts';

/** Milliseconds that closing the files may take before the thread is ended all the same. */
const closeTimeout = 5_000;

/** One life of the worker thread. `lost` resolves when it has ended, for whatever reason. */
export interface PgliteThread {
  /** One message at a time. */
  execute(message: Uint8Array): Promise<Uint8Array>;
  /** Milliseconds of processor time so far, where the system tells. */
  processorTime(): number | null;
  /** Ends the thread at once, with whatever it is doing. */
  terminate(): Promise<void>;
  readonly lost: Promise<Error>;
}

/**
 * The thread that runs PGlite, replaced by a new one on the same files whenever it ends: because a
 * statement took too long, or because it crashed. What lies in memory only is gone with the thread.
 */
export class PgliteHost {
  private readonly data: PgliteWorkerData;
  private readonly onReplaced: () => void;
  private current: Promise<OpenThread>;
  private closing = false;

  private constructor(data: PgliteWorkerData, first: OpenThread, onReplaced: () => void) {
    this.data = data;
    this.onReplaced = onReplaced;
    this.current = Promise.resolve(first);
    this.replaceWhenLost(first);
  }

  static async open(data: PgliteWorkerData, onReplaced: () => void): Promise<PgliteHost> {
    return new PgliteHost(data, await OpenThread.start(data), onReplaced);
  }

  /** A thread killed in the middle of a statement can be replaced only if there are files. */
  get isReplaceable(): boolean {
    return this.data.dataDir !== undefined;
  }

  thread(): Promise<PgliteThread> {
    return this.current;
  }

  async close(): Promise<void> {
    this.closing = true;
    const thread = await this.current.catch(() => null);
    await thread?.close();
  }

  private replaceWhenLost(thread: OpenThread): void {
    thread.lost.then((reason) => {
      if (this.closing) return;
      this.current = this.isReplaceable ? this.replace() : Promise.reject(goneWithMemory(reason));
      this.current.then(this.onReplaced, () => {});
    });
  }

  private async replace(): Promise<OpenThread> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const thread = await OpenThread.start(this.data);
        this.replaceWhenLost(thread);
        return thread;
      } catch (error) {
        if (this.closing || attempt === 5) {
          // Whoever comes next tries again.
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

class OpenThread implements PgliteThread {
  readonly lost: Promise<Error>;
  private readonly worker: Worker;
  private isLost = false;
  private isClosing = false;
  private stat: string | null = null;
  private pending: PromiseWithResolvers<Uint8Array> | null = null;

  private constructor(worker: Worker) {
    this.worker = worker;
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.lost = promise;
    let reason = new Error('The embedded database was interrupted.');
    worker.on('error', (error: Error) => {
      reason = error;
    });
    worker.on('exit', () => {
      this.isLost = true;
      this.pending?.reject(reason);
      this.pending = null;
      resolve(reason);
    });
  }

  static async start(data: PgliteWorkerData): Promise<OpenThread> {
    const file = fileURLToPath(
      new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url),
    );
    const worker = new Worker(file, { workerData: data, execArgv: ['--no-warnings'] });
    const thread = new OpenThread(worker);
    const ready = Promise.withResolvers<void>();
    thread.lost.then(ready.reject);
    worker.on('message', (message: PgliteWorkerMessage) => {
      if (!(message instanceof Uint8Array)) {
        thread.stat = message.thread;
        return ready.resolve();
      }
      // An idle database keeps no process alive.
      if (!thread.isClosing) worker.unref();
      thread.pending?.resolve(message);
      thread.pending = null;
    });
    await ready.promise;
    worker.unref();
    return thread;
  }

  execute(message: Uint8Array): Promise<Uint8Array> {
    if (this.isLost) return this.lost.then((reason) => Promise.reject(reason));
    this.pending = Promise.withResolvers();
    const copy = new Uint8Array(message);
    this.worker.ref();
    this.worker.postMessage(copy, [copy.buffer]);
    return this.pending.promise;
  }

  processorTime(): number | null {
    if (!this.stat) return null;
    try {
      // After the name in parentheses: utime and stime are the 12th and 13th, in hundredths.
      const fields = readFileSync(this.stat, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return null;
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.worker.ref();
    this.worker.postMessage('close');
    const timer = setTimeout(() => this.terminate(), closeTimeout).unref();
    await this.lost;
    clearTimeout(timer);
  }
}

function goneWithMemory(cause: Error): Error {
  return new Error('The database in memory has ended, and its rows with it.', { cause });
}
