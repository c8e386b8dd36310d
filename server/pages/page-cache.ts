import { createSharedWork } from '@liv-fit/backend/http';
import { LRUCache } from 'lru-cache';
import type { RenderedPage } from './rendered-page.ts';

const FRESH_MS = 60_000;

/** Does the work when it is the visitor's turn. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const atOnce: InTurn = (work) => work();

/**
 * Rendered pages by origin and path. A page older than a minute is served once more while a new one
 * is rendered; `clear` drops everything at once, which a save in the admin area requires.
 */
export interface PageCache {
  get(key: string): { page: RenderedPage; stale: boolean } | undefined;
  /**
   * Whether the page has been cached before, so one rendering is likely to serve everybody again.
   */
  knows(key: string): boolean;
  /**
   * Caches what `render` returns, unless the cache was cleared meanwhile or the page is private.
   * Visitors who request a page at the same time each wait for their own turn; whoever's comes
   * first renders it for all.
   */
  fill(key: string, render: () => Promise<RenderedPage>, inTurn?: InTurn): Promise<RenderedPage>;
  clear(): void;
}

export function createPageCache(
  options: { now?: () => number; maxBytes?: number } = {},
): PageCache {
  const now = options.now ?? Date.now;
  const pages = new LRUCache<string, { page: RenderedPage; at: number }>({
    // A tenth of the memory that the process may use with PostgreSQL (docs/decisions/0095).
    maxSize: options.maxBytes ?? 32 * 1024 * 1024,
    sizeCalculation: ({ page }) => page.body.byteLength + 1024,
  });
  const known = new LRUCache<string, true>({ max: 5_000 });
  const making = createSharedWork<RenderedPage>();
  let generation = 0;

  return {
    get(key) {
      const entry = pages.get(key);
      return entry && { page: entry.page, stale: now() - entry.at > FRESH_MS };
    },
    knows: (key) => known.has(key),
    fill(key, render, inTurn = atOnce) {
      const startedIn = generation;
      return making.ask(key, (claim) =>
        inTurn(async () => {
          if (!claim()) return null;
          const page = await render();
          if (page.cacheable && startedIn === generation) {
            pages.set(key, { page, at: now() });
            known.set(key, true);
          }
          return page;
        }),
      );
    },
    clear() {
      generation += 1;
      making.clear();
      pages.clear();
    },
  };
}

/** A cache that stores nothing (PAGE_CACHE=off). */
export const noPageCache: PageCache = {
  get: () => undefined,
  knows: () => false,
  fill: (_key, render, inTurn = atOnce) => inTurn(render),
  clear: () => {},
};
