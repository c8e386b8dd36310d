import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { crawlerRoutes } from './crawler-routes.ts';

let database: Database;
const read = async (path: string) => {
  const routes = crawlerRoutes({
    db: createKysely<DB>(database),
    site: async () => siteDefaults,
    originOf: () => 'https://shop.example',
  });
  const answer = await routes.request(path);
  expect(answer.status).toBe(200);
  return answer.text();
};

beforeAll(async () => {
  database = await openMigratedPglite();
  await database.query({
    text: `insert into public.products (name, slug, price, image_url)
      values ('Resin', 'resin', 10, '/media/a-960.webp?x=1&y=2')`,
  });
  await database.query({
    text: `insert into public.blog_posts (title, slug, excerpt, content, published, published_at, featured_image_url)
      values ('Salt & stone <b>', 'salt', 'About ]]> it', 'x', true, '2026-01-02T03:04:05Z', '/media/b-960.webp?x=1&y=2'),
        ('No date', 'no-date', null, 'x', true, null, null),
        ('A draft', 'draft', null, 'x', false, null, null)`,
  });
});
afterAll(() => database?.close());

it('maps every page that may be listed, with whole addresses, and no draft', async () => {
  const map = await read('/sitemap.xml');
  for (const path of ['/', '/products', '/blog', '/contact', '/product/resin', '/blog/salt']) {
    expect(map).toContain(`<loc>https://shop.example${path}</loc>`);
  }
  expect(map).toContain('<lastmod>2026-01-02T03:04:05.000Z</lastmod>');
  expect(map).toContain('https://shop.example/media/a-960.webp?x=1&amp;y=2');
  expect(map).not.toMatch(/draft|\/cart|\/checkout|\/admin|\/auth|\/orders/);
});

it('keeps crawlers out of the interfaces and leads them to the map', async () => {
  const rules = await read('/robots.txt');
  expect(rules).toContain('Disallow: /rest/');
  expect(rules).toContain('Sitemap: https://shop.example/sitemap.xml');
});

it('tells feed readers of the posts, escaped, each with a date', async () => {
  const feed = await read('/feed.xml');
  expect(feed).toContain('https://shop.example/blog/salt');
  expect(feed).not.toContain('draft');
  expect(feed).toContain('Fri, 02 Jan 2026 03:04:05 GMT');
  expect(feed.match(/<pubDate>/g)).toHaveLength(2);
  expect(feed).toContain('url="https://shop.example/media/b-960.webp?x=1&amp;y=2"');
  expect(feed).not.toMatch(/Invalid Date|1970/);
});
