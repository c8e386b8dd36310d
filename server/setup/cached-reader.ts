export interface CachedReader<Facts> {
  read(): Promise<Facts>;
  /** Never rejects: if reading fails, the next `read` tries again. */
  refresh(): Promise<void>;
}

/** Caches what was read from the database; after a change, `refresh` reads it again. */
export function createCachedReader<Facts>(load: () => Promise<Facts>): CachedReader<Facts> {
  let cached: Promise<Facts> | null = null;
  let isStale = false;
  let newest = 0;
  // The old facts remain until the new ones are loaded: an email that is queued in a transaction
  // asks for them while it holds the embedded database's only connection.
  async function refresh(): Promise<void> {
    isStale = false;
    newest += 1;
    const own = newest;
    try {
      const facts = await load();
      // A read that started before the latest change may finish after a newer one.
      if (own === newest) cached = Promise.resolve(facts);
    } catch {
      if (own === newest) isStale = true;
    }
  }
  function readFirst(): Promise<Facts> {
    const first = load().catch((error) => {
      if (cached === first) cached = null;
      throw error;
    });
    return first;
  }
  return {
    read() {
      cached ??= readFirst();
      if (isStale) void refresh();
      return cached;
    },
    refresh,
  };
}
