import { Readable } from 'node:stream';

/** The store of files cannot work right now: it breaks connections off, or says so. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

/** It neither answers nor sends or takes bytes. */
export class StoreSilent extends StoreAway {
  override name = 'StoreSilent';

  constructor() {
    super('The store of files does not respond');
  }
}

export interface Silence {
  /** Milliseconds. */
  longest: number;
  /** Grows while bytes are sent. */
  sent?: () => number;
}

/** Ends `work` once nothing has happened for too long. */
export async function limitSilence<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { longest, sent = () => 0 }: Silence,
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
        reject(new StoreSilent());
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

/** The same bytes; fails once a reader has waited for the next ones for too long. A reader may take its time. */
export function limitSilenceOf(source: Readable, longest: number): Readable {
  // A source that fails before somebody reads fails for the reader, not for the process.
  source.on('error', () => {});
  async function* read() {
    const chunks = source[Symbol.asyncIterator]();
    for (;;) {
      const timer = setTimeout(() => source.destroy(new StoreSilent()), longest);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  }
  const limited = Readable.from(read(), { objectMode: false });
  limited.once('close', () => source.destroy());
  return limited;
}
