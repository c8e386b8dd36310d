import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PgliteWorkerData, PgliteWorkerMessage } from './pglite-worker.ts';
import type { ProcessorUse } from './running-turn.ts';

// Freeing compiled code while threads come and go can abort the whole process
// (https://github.com/nodejs/node/issues/64500). Keeping it costs a few MB, once.
setFlagsFromString('--no-wasm-code-gc');

/** Milliseconds that closing the files may take before the thread is terminated anyway. */
const closeTimeout = 5_000;

/** One worker thread, from start to end: prepared at once, opens its files when told to. */
export class PgliteThread {
  /** Resolves when the thread has ended, for whatever reason. */
  readonly lost: Promise<Error>;
  private readonly worker: Worker;
  private readonly ready = Promise.withResolvers<void>();
  private isLost = false;
  private isClosing = false;
  private stat: string | null = null;
  private pending: PromiseWithResolvers<Uint8Array> | null = null;

  constructor(data: PgliteWorkerData) {
    const file = fileURLToPath(
      new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url),
    );
    const worker = new Worker(file, { workerData: data, execArgv: ['--no-warnings'] });
    this.worker = worker;
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.lost = promise;
    let reason = new Error('The embedded database was interrupted.');
    worker.on('error', (error: Error) => {
      reason = error;
    });
    worker.on('exit', () => {
      this.isLost = true;
      this.ready.reject(reason);
      this.pending?.reject(reason);
      this.pending = null;
      resolve(reason);
    });
    this.ready.promise.catch(() => {});
    worker.on('message', (message: PgliteWorkerMessage) => this.receive(message));
    // While it waits to be used, it doesn't keep the process alive.
    worker.unref();
  }

  async open(): Promise<void> {
    this.worker.ref();
    this.worker.postMessage('open');
    await this.ready.promise;
    this.worker.unref();
  }

  /** Handles one message at a time. */
  execute(message: Uint8Array): Promise<Uint8Array> {
    if (this.isLost) return this.lost.then((reason) => Promise.reject(reason));
    this.pending = Promise.withResolvers();
    const copy = new Uint8Array(message);
    this.worker.ref();
    this.worker.postMessage(copy, [copy.buffer]);
    return this.pending.promise;
  }

  /** Whether a message is being processed. */
  get isBusy(): boolean {
    return this.pending !== null;
  }

  /** The CPU time it has used so far, if the system provides it. */
  processor(): ProcessorUse | null {
    if (!this.stat) return null;
    try {
      // After the name in parentheses: state is field 1, utime and stime are 12 and 13, in
      // hundredths of a second.
      const fields = readFileSync(this.stat, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return { time: (Number(fields[11]) + Number(fields[12])) * 10, isAsleep: fields[0] === 'S' };
    } catch {
      return null;
    }
  }

  /** Ends the thread at once, whatever it is doing. */
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

  private receive(message: PgliteWorkerMessage): void {
    if (!(message instanceof Uint8Array)) {
      this.stat = message.thread;
      this.ready.resolve();
      return;
    }
    // An idle database doesn't keep the process alive.
    if (!this.isClosing) this.worker.unref();
    this.pending?.resolve(message);
    this.pending = null;
  }
}
