import { Readable } from 'node:stream';

/** The file store is unavailable: it closes connections, or says so. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The file store doesn't respond, nor send or accept bytes. */
export class StoreTimeout extends StoreUnavailable {
  override name = 'StoreTimeout';

  constructor() {
    super('The store of files does not respond');
  }
}

export interface IdleTimeout {
  /** Milliseconds. */
  longest: number;
  /** Grows while bytes are being sent. */
  sent?: () => number;
}

/** Aborts `work` once nothing has happened for too long. */
export async function withIdleTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { longest, sent = () => 0 }: IdleTimeout,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    let before = sent();
    const watch = () => {
      timer = setTimeout(() => {
        const now = sent();
        if (now !== before) {
          before = now;
          watch();
          return;
        }
        reject(new StoreTimeout());
        controller.abort();
      }, longest);
    };
    watch();
  });
  try {
    return await Promise.race([work(controller.signal), silent]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Passes the bytes through; fails once a reader has waited too long for more. The reader itself may
 * take its time.
 */
export function readWithIdleTimeout(source: Readable, longest: number): Readable {
  // An error before anybody reads must fail the reader, not crash the process.
  source.on('error', () => {});
  async function* read() {
    const chunks = source[Symbol.asyncIterator]();
    for (;;) {
      const timer = setTimeout(() => source.destroy(new StoreTimeout()), longest);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  }
  const limited = Readable.from(read(), { objectMode: false });
  limited.once('close', () => source.destroy());
  return limited;
}
