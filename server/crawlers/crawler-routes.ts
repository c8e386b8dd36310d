import { createSharedWork } from '@liv-fit/backend/http';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { SiteFacts } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';

export interface CrawlerParts {
  db: Kysely<DB>;
  site: () => Promise<SiteFacts>;
  /** The shop's origin, without a trailing slash, as the request's Host header names it. */
  originOf: (host: string | undefined) => string;
  /** Pages per sitemap file. */
  pagesPerMap?: number;
}

type SitemapFile = Uint8Array<ArrayBuffer>;

const cachedForTenMinutes = 'public, max-age=600';

/**
 * What crawlers and feed readers request: sitemap, robots.txt and feed. The code that writes them
 * is loaded on first request.
 */
export function crawlerRoutes({ db, site, originOf, pagesPerMap }: CrawlerParts): Hono {
  const routes = new Hono();
  const writing = createSharedWork<{ map: SitemapFile | null }>();
  /** Concurrent requests for the same file share one result: thousands of pages take a while. */
  const writeOnce = (name: string, write: () => Promise<SitemapFile | null>) =>
    writing.ask(name, async (claim) => (claim() ? { map: await write() } : null));

  const xml = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': cachedForTenMinutes,
  };
  routes.get('/sitemap.xml', async (c, next) => {
    const { writeSitemap } = await import('./write-sitemap.ts');
    const origin = originOf(c.req.header('host'));
    const { map } = await writeOnce(origin, () => writeSitemap(db, origin, pagesPerMap));
    return map ? c.body(map, 200, xml) : next();
  });

  routes.get('/:file{sitemap-[a-z0-9-]+\\.xml}', async (c, next) => {
    const { writeSitemapPart } = await import('./write-sitemap.ts');
    const part = c.req.param('file').slice('sitemap-'.length, -'.xml'.length);
    const origin = originOf(c.req.header('host'));
    const { map } = await writeOnce(`${origin} ${part}`, () =>
      writeSitemapPart(db, origin, part, pagesPerMap),
    );
    return map ? c.body(map, 200, xml) : next();
  });

  // Personal pages say "noindex" themselves; a crawler must be allowed to fetch them to see that.
  routes.get('/robots.txt', (c) =>
    c.text(
      [
        'User-agent: *',
        'Disallow: /rest/',
        'Disallow: /auth/v1/',
        'Disallow: /functions/',
        '',
        `Sitemap: ${originOf(c.req.header('host'))}/sitemap.xml`,
        '',
      ].join('\n'),
      200,
      { 'cache-control': cachedForTenMinutes },
    ),
  );

  routes.get('/feed.xml', async (c) => {
    const { writeFeed } = await import('./write-feed.ts');
    const origin = originOf(c.req.header('host'));
    return c.body(await writeFeed(db, await site(), origin), 200, {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': cachedForTenMinutes,
    });
  });

  return routes;
}
