import type { KeptFacts } from './invalidate-pages-on-change.ts';

/**
 * What pages read of tables that only the owner changes, kept until one of them does. Without it the home page
 * asks the database four times for each rendering instead of once.
 */
export interface KeptContent extends KeptFacts {
  /** What `read` gave under this name since the last change, if it was `worthKeeping`. */
  keep<Content>(
    name: string,
    read: () => Promise<Content>,
    worthKeeping: (content: Content) => boolean,
  ): Promise<Content>;
}

export function createKeptContent(tables: readonly string[]): KeptContent {
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
    // What is being read now may miss the change, so it goes as well.
    refresh: async () => kept.clear(),
  };
}
