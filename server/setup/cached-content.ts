import type { CachedTables } from './invalidate-pages-on-change.ts';

/**
 * Caches what pages read from tables that only the owner changes, until one of them changes.
 * Otherwise each rendering of the home page would query the database four times instead of once.
 */
export interface CachedContent extends CachedTables {
  /**
   * Returns what `read` returned under this name since the last change, if it was `worthKeeping`.
   */
  keep<Content>(
    name: string,
    read: () => Promise<Content>,
    worthKeeping: (content: Content) => boolean,
  ): Promise<Content>;
}

export function createKeptContent(tables: readonly string[]): CachedContent {
  const kept = new Map<string, Promise<unknown>>();
  return {
    tables,
    keep<Content>(
      name: string,
      read: () => Promise<Content>,
      worthKeeping: (content: Content) => boolean,
    ): Promise<Content> {
      const known = kept.get(name) as Promise<Content> | undefined;
      if (known) return known;
      const reading = read();
      kept.set(name, reading);
      const forget = () => {
        if (kept.get(name) === reading) kept.delete(name);
      };
      reading.then((content) => {
        if (!worthKeeping(content)) forget();
      }, forget);
      return reading;
    },
    // Reads in progress may miss the change, so they are dropped as well.
    refresh: async () => kept.clear(),
  };
}
