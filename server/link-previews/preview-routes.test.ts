import { createKysely, type Database } from '@liv-fit/backend/database';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { previewRoutes } from './preview-routes.ts';
import { readPicture } from './read-picture.ts';

let database: Database;
const asked: string[] = [];
const sources = {
  assets: new URL('../../public', import.meta.url).pathname,
  origin: 'https://shop.example',
  fetch: (async (input) => {
    asked.push(String(input));
    return new Response(null, { status: 404 });
  }) as typeof fetch,
};

beforeAll(async () => {
  database = await openMigratedPglite();
  await database.query({
    text: `insert into public.products (name, slug, price) values ('Resin <&> "best"', 'resin', 10)`,
  });
  await database.query({
    text: `insert into public.blog_posts (title, slug, content, published, published_at)
      values ('Post', 'post', 'x', true, null), ('Draft', 'draft', 'x', false, null),
        ('Later', 'later', 'x', true, now() + interval '1 hour')`,
  });
});
afterAll(() => database?.close());

it('draws a card for each product and published post, and answers a copy by 304', async () => {
  const routes = previewRoutes({
    ...sources,
    db: createKysely<DB>(database),
    site: async () => siteDefaults,
  });
  for (const path of ['/product/resin.jpg', '/blog/post.jpg']) {
    const answer = await routes.request(path);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await routes.request(path, { headers })).status).toBe(304);
  }
  for (const path of [
    '/product/draft.jpg',
    '/blog/draft.jpg',
    '/blog/later.jpg',
    '/product/none.jpg',
    '/partner/post.jpg',
  ]) {
    expect((await routes.request(path)).status).toBe(404);
  }
});

it('draws one at a time, of those who asked for the fewest first, and refuses who has many waiting', async () => {
  await database.query({
    text: `insert into public.products (name, slug, price, image_url)
      select 'P', 'p' || n, 10, '/storage/v1/object/public/uploads/' || n || '.png'
      from generate_series(1, 24) as n`,
  });
  const routes = previewRoutes({
    ...sources,
    db: createKysely<DB>(database),
    site: async () => siteDefaults,
  });
  const ask = async (network: string, slug: string) => {
    const headers = { 'x-forwarded-for': network };
    return (await routes.request(`/product/${slug}.jpg`, { headers })).status;
  };
  const many = Array.from({ length: 22 }, (_, index) => ask('203.0.113.1', `p${index + 1}`));
  // The second one asks for a card that the first network is also waiting for.
  const others = [ask('198.51.100.1', 'p24'), ask('198.51.100.2', 'p20')];
  expect(await Promise.all(others)).toEqual([200, 200]);
  const statuses = await Promise.all(many);
  expect(statuses.filter((status) => status !== 200)).toEqual([429]);
  const drawn = asked.splice(0).map((url) => url.replace(/.*\//, ''));
  expect(drawn.slice(0, 3)).toEqual(['1.png', '24.png', '20.png']);
});

it('reads own files and uploads, and nothing else', async () => {
  expect(await readPicture('/media/lid-batch-960.webp', sources)).not.toBeNull();
  for (const address of [
    'https://elsewhere.example/a.png',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    '/../package.json',
    '/media/%2e%2e/favicon.svg',
    '/rest/v1/products',
    null,
  ]) {
    expect(await readPicture(address, sources)).toBeNull();
  }
  expect(asked).toEqual([]);
  await readPicture('/storage/v1/object/public/uploads/a1.png', sources);
  expect(asked).toEqual(['https://shop.example/storage/v1/object/public/uploads/a1.png']);
});
