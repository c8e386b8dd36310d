import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { crawlerRoutes } from './crawler-routes.ts';

let database: Database;
const ask = (path: string, pagesPerMap?: number) =>
  crawlerRoutes({
    db: createKysely<DB>(database),
    site: async () => siteDefaults,
    originOf: () => 'https://shop.example',
    ...(pagesPerMap ? { pagesPerMap } : {}),
  }).request(path);
const read = async (path: string, pagesPerMap?: number) => {
  const answer = await ask(path, pagesPerMap);
  expect(answer.status).toBe(200);
  return answer.text();
};

beforeAll(async () => {
  database = await openMigratedPglite();
  await database.query({
    text: `insert into public.products (name, slug, price, image_url, published)
      values ('Resin', 'resin', 10, '/media/a-960.webp?x=1&y=2', true),
        ('Draft', 'draft-product', 10, '', false)`,
  });
  await database.query({
    text: `insert into public.blog_posts (title, slug, excerpt, content, published, published_at, featured_image_url)
      values ('Salt & stone <b>', 'salt', 'About ]]> it', 'x', true, '2026-01-02T03:04:05Z', '/media/b-960.webp?x=1&y=2'),
        ('No date', 'no-date', null, 'x', true, null, null),
        ('A draft', 'draft', null, 'x', false, null, null),
        ('For later', 'later', null, 'x', true, now() + interval '1 hour', null)`,
  });
});
afterAll(() => database?.close());

it('maps every page that may be listed, with whole addresses, and no draft or scheduled post', async () => {
  const map = await read('/sitemap.xml');
  for (const path of ['/', '/products', '/blog', '/contact', '/product/resin', '/blog/salt']) {
    expect(map).toContain(`<loc>https://shop.example${path}</loc>`);
  }
  expect(map).toContain('<lastmod>2026-01-02T03:04:05.000Z</lastmod>');
  expect(map).toContain('https://shop.example/media/a-960.webp?x=1&amp;y=2');
  expect(map).not.toMatch(/draft|later|\/cart|\/checkout|\/admin|\/auth|\/orders/);
});

it('writes a map once for all who ask for it at a time', async () => {
  const query = vi.spyOn(database, 'query');
  const connect = vi.spyOn(database, 'connect');
  const routes = crawlerRoutes({
    db: createKysely<DB>(database),
    site: async () => siteDefaults,
    originOf: () => 'https://shop.example',
  });
  const maps = async (count: number) => {
    query.mockClear();
    connect.mockClear();
    const answers = await Promise.all(
      Array.from({ length: count }, () => routes.request('/sitemap.xml')),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    return query.mock.calls.length + connect.mock.calls.length;
  };
  const alone = await maps(1);
  expect(alone).toBeGreaterThan(0);
  expect(await maps(50)).toBe(alone);
});

it('parts the map of a large shop, so that its files list every page once', async () => {
  const index = await read('/sitemap.xml', 1);
  const parts = [...index.matchAll(/<loc>https:\/\/shop\.example([^<]+)<\/loc>/g)].map(
    ([, path = '']) => path,
  );
  expect(parts).toEqual(
    ['pages', 'products-1', 'posts-1', 'posts-2'].map((part) => `/sitemap-${part}.xml`),
  );
  const maps = await Promise.all(parts.map((part) => read(part, 1)));
  const paths = (map: string) => [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, path]) => path);
  const whole = paths(await read('/sitemap.xml'));
  expect(maps.flatMap(paths).sort()).toEqual(whole.sort());
  for (const none of ['products-2', 'posts-0', 'orders-1', 'products-']) {
    expect([none, (await ask(`/sitemap-${none}.xml`, 1)).status]).toEqual([none, 404]);
  }
});

it('keeps crawlers out of the interfaces and leads them to the map', async () => {
  const rules = await read('/robots.txt');
  expect(rules).toContain('Disallow: /rest/');
  expect(rules).toContain('Sitemap: https://shop.example/sitemap.xml');
});

it('tells feed readers of the posts, escaped, each with a date', async () => {
  const feed = await read('/feed.xml');
  expect(feed).toContain('https://shop.example/blog/salt');
  expect(feed).not.toMatch(/draft|later/);
  expect(feed).toContain('Fri, 02 Jan 2026 03:04:05 GMT');
  expect(feed.match(/<pubDate>/g)).toHaveLength(2);
  expect(feed).toContain('url="https://shop.example/media/b-960.webp?x=1&amp;y=2"');
  expect(feed).not.toMatch(/Invalid Date|1970/);
});
