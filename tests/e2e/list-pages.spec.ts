import { createClient } from '@supabase/supabase-js';
import { expect, expectAccessible, expectNoSideScroll, secretKey, test } from './shop-test.ts';

const tables = (origin: string) => createClient(origin, secretKey);
const numbers = Array.from({ length: 30 }, (_, index) => String(index + 10));

test.beforeAll(async ({ shop }) => {
  const products = numbers.map((number) => ({
    name: `Zz resin ${number}`,
    description: 'One of many.',
    price: 10,
    weight_type: '30g',
    image_url: '/media/pure-himalayan-shilajit-resin-30g-1-960.webp',
  }));
  await tables(shop.origin).from('products').insert(products).throwOnError();
  const posts = numbers.map((number) => ({
    title: `Zz post ${number}`,
    slug: `zz-post-${number}`,
    excerpt: 'One of many.',
    content: '<p>One of many.</p>',
    author_name: 'Maya',
    published: true,
    published_at: `2020-01-01T00:00:${number}Z`,
  }));
  await tables(shop.origin).from('blog_posts').insert(posts).throwOnError();
});

test.afterAll(async ({ shop }) => {
  await tables(shop.origin).from('products').delete().like('name', 'Zz %').throwOnError();
  await tables(shop.origin).from('blog_posts').delete().like('title', 'Zz %').throwOnError();
});

for (const { list, entry, last } of [
  { list: '/products', entry: '/product/', last: 'Zz resin 39' },
  { list: '/blog', entry: '/blog/', last: 'Zz post 10' },
]) {
  test(`${list} goes on by its links, without scripts too`, async ({ browser, page, shop }) => {
    const cards = page.locator(`main li:has(a[href^="${entry}"])`);
    await page.goto(list);
    await expect(cards).toHaveCount(24);
    await expect(page.locator('link[rel="next"]')).toHaveAttribute('href', /\?page=2$/);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(`${shop.origin}${list}?page=2`);
    await expect(page).toHaveTitle(/\(Page 2\)$/);
    await expect(page.getByText(last)).toBeVisible();
    await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\?page=2$/);
    await expect(page.locator('link[rel="prev"]')).toHaveAttribute('href', `${shop.origin}${list}`);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSideScroll(page);
    }
    await expectAccessible(page);

    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${shop.origin}${list}`);
    await plain.getByRole('link', { name: 'Page 2' }).click();
    await expect(plain.getByText(last)).toBeVisible();
    await plain.getByRole('link', { name: 'Previous' }).click();
    await expect(plain).toHaveURL(`${shop.origin}${list}`);
    await plain.close();
  });

  test(`${list} has one address for each of its pages, and none for others`, async ({
    request,
  }) => {
    const answers = async (path: string) => {
      const answer = await request.get(path, { maxRedirects: 0 });
      return [answer.status(), answer.headers().location ?? ''];
    };
    expect(await answers(`${list}?page=1`)).toEqual([301, list]);
    for (const page of ['0', '-1', '02', '9999', '1e1', 'x', '']) {
      expect([page, await answers(`${list}?page=${page}`)]).toEqual([page, [404, '']]);
    }
  });
}

test('a search goes on by its links, without scripts too', async ({ browser, page, shop }) => {
  const search = `${shop.origin}/search?q=zz`;
  const results = page.locator('main li:has(a[href^="/product/"], a[href^="/blog/"])');
  await page.goto(search);
  await expect(page.getByRole('status').filter({ hasText: '60 results' })).toBeVisible();
  await expect(results).toHaveCount(24);
  await expect(page.locator('link[rel="next"]')).toHaveAttribute('href', `${search}&page=2`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 3' }).click();
  await expect(page).toHaveURL(`${search}&page=3`);
  await expect(results).toHaveCount(12);
  await expect(page.locator('link[rel="prev"]')).toHaveAttribute('href', `${search}&page=2`);
  await expectAccessible(page);

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${search}&page=2`);
  await expect(plain).toHaveTitle(/\(Page 2\)$/);
  await plain.getByRole('link', { name: 'Previous' }).click();
  await expect(plain).toHaveURL(search);
  await plain.close();
});

test('a search has one address for each of its pages, and none for others', async ({ request }) => {
  const answers = async (page: string) => {
    const answer = await request.get(`/search?q=zz%20resin&page=${page}`, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location ?? ''];
  };
  expect(await answers('1')).toEqual([301, '/search?q=zz%20resin']);
  for (const page of ['0', '02', '9999', 'x']) expect(await answers(page)).toEqual([404, '']);
  expect((await request.get('/search?page=2')).status()).toBe(404);
});

test('home shows a choice of the products and tells how many there are', async ({ page }) => {
  await page.goto('/');
  const range = page.getByRole('region', { name: 'The range' });
  await expect(range.locator('li:has(a[href^="/product/"])')).toHaveCount(6);
  await expect(range.getByRole('link', { name: /^See all \d+ products$/ })).toBeVisible();
});

test('products are sorted and filtered by their address, without scripts too', async ({
  browser,
  page,
  request,
  shop,
}) => {
  for (const scripts of [true, false]) {
    const visitor = scripts ? page : await browser.newPage({ javaScriptEnabled: false });
    await visitor.goto(`${shop.origin}/products`);
    const names = visitor.locator('main li h2');
    const prices = async () =>
      (await visitor.locator('main li h2 + p > span:first-child').allTextContents()).map((text) =>
        Number(text.replace('$', '')),
      );
    await visitor.getByRole('link', { name: 'Price, high to low' }).click();
    await expect(visitor).toHaveURL(`${shop.origin}/products?sort=price-desc`);
    await expect.poll(prices).toEqual((await prices()).toSorted((one, other) => other - one));
    await expect(visitor.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${shop.origin}/products`,
    );
    await expect(visitor.locator('link[rel="next"]')).toHaveAttribute(
      'href',
      `${shop.origin}/products?sort=price-desc&page=2`,
    );
    await visitor.getByRole('link', { name: 'drops', exact: true }).click();
    await expect(visitor).toHaveURL(`${shop.origin}/products?sort=price-desc&tag=drops`);
    await expect(visitor.getByRole('link', { name: 'drops', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await expect(names).not.toHaveCount(24);
    await expect(visitor.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${shop.origin}/products?tag=drops`,
    );
    if (!scripts) await visitor.close();
  }
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
  await expectAccessible(page);
  for (const query of ['?sort=best', '?tag=never-used', '?sort=price&page=99']) {
    expect([query, (await request.get(`/products${query}`)).status()]).toEqual([query, 404]);
  }
});
