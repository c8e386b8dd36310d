import { openTables } from './open-tables.ts';
import { expect, expectNoSideScroll, test } from './shop-test.ts';

/** What nothing breaks: no space, no hyphen. */
const long = `${'W'.repeat(63)}${'m'.repeat(63)}`;
const product = '0a9e0001-0000-4000-8000-000000000001';

test.use({ viewport: { width: 360, height: 800 } });

test('names of 126 letters stay within the page', async ({ page, shop }) => {
  const tables = openTables(shop);
  const { error: noProduct } = await tables.from('products').insert({
    id: product,
    name: long,
    slug: 'long-name',
    description: `${long} ${long}.\n\n${long}. ${long}`,
    price: 99_999.9,
    weight_type: '30g',
    tags: [long, long],
  });
  expect(noProduct).toBeNull();
  const { error: noPost } = await tables.from('blog_posts').insert({
    title: long,
    slug: 'long-post',
    excerpt: long,
    content: `<h2>${long}</h2><p>${long}</p>`,
    author_name: long,
    published: true,
    published_at: '2026-11-01T00:00:00Z',
  });
  expect(noPost).toBeNull();
  const { error: noVoice } = await tables
    .from('testimonials')
    .insert({ name: long, title: long, content: long });
  expect(noVoice).toBeNull();

  await page.goto('/product/long-name');
  await page.getByRole('button', { name: /^Add to Cart/ }).click();
  await expectNoSideScroll(page);
  for (const path of ['/', '/products', '/product/long-name', '/blog', '/blog/long-post']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectNoSideScroll(page);
  }
  for (const path of ['/cart', '/checkout', `/search?q=${long}`]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectNoSideScroll(page);
  }
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Cart/ }).click();
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible();
  await expectNoSideScroll(page);
});
