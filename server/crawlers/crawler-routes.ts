import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { SiteFacts } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { listPages } from './list-pages.ts';

export interface CrawlerParts {
  db: Kysely<DB>;
  site: () => Promise<SiteFacts>;
  /** The shop's origin, without a trailing slash, as the request's Host header names it. */
  originOf: (host: string | undefined) => string;
}

const keptFor = 'public, max-age=600';

/**
 * What crawlers and feed readers ask for: the map, the rules and the news. What writes them is loaded
 * when they first ask.
 */
export function crawlerRoutes({ db, site, originOf }: CrawlerParts): Hono {
  const routes = new Hono();

  routes.get('/sitemap.xml', async (c) => {
    const { SitemapStream, streamToPromise } = await import('sitemap');
    const origin = originOf(c.req.header('host'));
    const map = new SitemapStream({ hostname: origin });
    for (const { path, changed, pictures = [] } of await listPages(db)) {
      map.write({
        url: path,
        ...(changed ? { lastmod: changed.toISOString() } : {}),
        img: pictures.map((picture) => ({ url: new URL(picture, origin).href })),
      });
    }
    map.end();
    const body = new Uint8Array(await streamToPromise(map));
    return c.body(body, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': keptFor,
    });
  });

  // Personal pages say "noindex" themselves, which a crawler must be allowed to read.
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
      { 'cache-control': keptFor },
    ),
  );

  routes.get('/feed.xml', async (c) => {
    const { writeFeed } = await import('./write-feed.ts');
    const origin = originOf(c.req.header('host'));
    return c.body(await writeFeed(db, await site(), origin), 200, {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': keptFor,
    });
  });

  return routes;
}
