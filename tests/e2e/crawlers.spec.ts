import { openTables } from './open-tables.ts';
import { expect, test } from './shop-test.ts';
import { findFaults, readStructuredData } from './structured-data.ts';

const product = '/product/pure-himalayan-shilajit-resin';
const post = '/blog/how-to-check-that-your-jar-is-genuine';

/** The structured data of each indexable page. */
const described: Record<string, readonly string[]> = {
  '/': ['Organization', 'WebSite'],
  '/products': ['BreadcrumbList'],
  [product]: ['Product', 'BreadcrumbList'],
  '/about': ['BreadcrumbList'],
  '/contact': ['LocalBusiness', 'BreadcrumbList'],
  '/validity': ['BreadcrumbList'],
  '/blog': ['BreadcrumbList'],
  [post]: ['BlogPosting', 'BreadcrumbList'],
  '/shipping-and-returns': ['BreadcrumbList'],
  '/privacy': ['BreadcrumbList'],
  '/terms': ['BreadcrumbList'],
};

/** Personal or temporary pages, which search engines should not list. */
const hidden = [
  '/cart',
  '/checkout',
  '/auth',
  '/orders',
  '/payment-success',
  '/search?q=resin',
  '/admin',
];

for (const [path, types] of Object.entries(described)) {
  test(`${path}: address, preview and complete structured data`, async ({ request, shop }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    const html = await answer.text();
    expect(html).toContain(`<link rel="canonical" href="${shop.origin}${path}"`);
    expect(html).not.toContain('noindex');
    for (const tag of ['og:title', 'og:description', 'og:url', 'og:image:alt']) {
      expect(html).toMatch(new RegExp(`property="${tag}" content="[^"]+"`));
    }
    expect(html).toContain('name="twitter:card" content="summary_large_image"');

    const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const picture = await request.get(image);
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toBe('image/jpeg');

    const things = readStructuredData(html);
    expect(things.map((thing) => thing['@type'])).toEqual(expect.arrayContaining([...types]));
    expect(things.flatMap((thing) => findFaults(thing))).toEqual([]);
  });
}

test('personal and temporary pages are not indexed', async ({ request }) => {
  for (const path of hidden) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
    expect(html, path).not.toContain('rel="canonical"');
  }
});

test('the sitemap lists existing, indexable pages', async ({ request, shop }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) {
    expect(address.startsWith(shop.origin)).toBe(true);
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
    expect(await answer.text(), address).not.toContain('noindex');
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(`${shop.origin}/sitemap.xml`);
  expect(await (await request.get('/feed.xml')).text()).toContain(`${shop.origin}${post}`);
});

test('a changed address redirects, a deleted page answers 410', async ({ request, shop }) => {
  const tables = openTables(shop);
  const { data } = await tables
    .from('products')
    .insert({ name: 'Passing by', slug: 'passing-by', price: 1 })
    .select();
  const id = data?.[0]?.id ?? '';
  await tables.from('products').update({ slug: 'passed-by' }).eq('id', id);
  const moved = await request.get('/product/passing-by', { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toBe('/product/passed-by');
  await tables.from('products').delete().eq('id', id);
  const gone = await request.get('/product/passing-by', { maxRedirects: 0 });
  expect(gone.status()).toBe(410);
  expect(await gone.text()).toContain('Product Not Found');
  expect((await request.get('/product/never-was')).status()).toBe(404);
});
