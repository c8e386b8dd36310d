import { createHash } from 'node:crypto';
import { callerOf, createFairQueue, createSharedWork, QueueFull } from '@liv-fit/backend/http';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { SiteFacts } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { readPicture } from './read-picture.ts';
import { readPreview } from './read-preview.ts';

export interface PreviewParts {
  db: Kysely<DB>;
  site: () => Promise<SiteFacts>;
  /** The shop's origin, without a trailing slash. */
  origin: string;
  /** Folder of the shop's own files. */
  assets: string;
  /** In-process fetch for our own /storage/v1. */
  fetch: typeof fetch;
}

/** A network may have 20 of the 100 that can wait: more than a long conversation links to. */
const drawing = { atOnce: 1, longest: 100, perCaller: 20 };

/**
 * `/previews/product/<slug>.jpg`, `/previews/blog/<slug>.jpg` and `/previews/shop/card.jpg`: the
 * picture shown with a shared link. Drawn when first requested, one at a time, and cached by its
 * content.
 */
export function previewRoutes(parts: PreviewParts): Hono {
  const cards = new LRUCache<string, Buffer>({ max: 64 });
  const shared = createSharedWork<Buffer>();
  const drawInTurn = createFairQueue(drawing);
  const routes = new Hono();

  routes.get('/:kind/:file{[a-z0-9-]+\\.jpg}', async (c) => {
    const site = await parts.site();
    const name = c.req.param('file').replace(/\.jpg$/, '');
    const facts = await readPreview(parts.db, c.req.param('kind'), name, site);
    if (!facts) return c.text('Not found', 404);
    const { picture, ...words } = facts;
    const key = createHash('sha1')
      .update(JSON.stringify([site.brand, site.colors, site.logo, facts]))
      .digest('base64url');
    const etag = `"${key}"`;
    const headers = { etag, 'cache-control': 'public, max-age=86400' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const draw = async () => {
      // Loaded when the first card is drawn: the drawing libraries take some 40 MB.
      const { drawPreview } = await import('./draw-preview.ts');
      const card = await drawPreview({
        ...words,
        brand: site.brand,
        colors: site.colors,
        logo: await readPicture(site.logo?.url ?? null, parts),
        picture: await readPicture(picture, parts),
      });
      cards.set(key, card);
      return card;
    };
    const caller = callerOf(c.req.raw.headers) ?? undefined;
    try {
      const card =
        cards.get(key) ??
        (await shared.ask(key, (claim) =>
          drawInTurn(async () => (claim() ? draw() : null), caller),
        ));
      return c.body(new Uint8Array(card), 200, { ...headers, 'content-type': 'image/jpeg' });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return c.text('Too many requests. Please wait a moment.\n', 429, { 'retry-after': '5' });
    }
  });

  return routes;
}
