export interface CachedReader<Facts> {
  read(): Promise<Facts>;
  /** Never rejects: if reading fails, the next `read` tries again. */
  refresh(): Promise<void>;
}

/** Keeps what was read from the database; after a change `refresh` reads it again. */
export function createCachedReader<Facts>(load: () => Promise<Facts>): CachedReader<Facts> {
  let cached: Promise<Facts> | null = null;
  let isStale = false;
  // The old facts stay until the new ones are there: an email that is queued in a transaction asks
  // for them while it holds the embedded database's only connection.
  async function refresh(): Promise<void> {
    isStale = false;
    try {
      cached = Promise.resolve(await load());
    } catch {
      isStale = true;
    }
  }
  return {
    read() {
      cached ??= load().catch((error) => {
        cached = null;
        throw error;
      });
      if (isStale) void refresh();
      return cached;
    },
    refresh,
  };
}
