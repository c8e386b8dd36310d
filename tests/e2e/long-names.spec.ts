import { sessionOf } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { buyByCard } from './paid-orders.ts';
import { createPerson, enterAs } from './people.ts';
import { expect, expectNoSideScroll, test } from './shop-test.ts';

/** Nothing to break at: no space, no hyphen. */
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
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
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

test('names of 126 letters stay within My Orders and both success screens', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop, long);
  await enterAs(page, shop, person);
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const session = JSON.parse(await sessionOf(shop.origin, publishableKey, person));
  const card = await buyByCard(shop, { accessToken: session.access_token });

  // A different product, because for the same one the checkout would ask whether to buy it again.
  await page.goto('/product/gold-grade-shilajit-resin');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  await page.goto('/checkout');
  await page.getByLabel('PayPal').check();
  await page.getByRole('button', { name: /^Pay \$[\d.]+ with PayPal$/ }).click();
  await page.waitForURL(/\/paypal\/checkoutnow\?token=/);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  const walletTitle = page.getByRole('heading', { name: 'PayPal Payment Successful!' });
  await expect(walletTitle).toBeVisible();
  const wallet = page.url();

  const { error } = await openTables(shop)
    .from('orders')
    .update({
      name: long,
      email: `${long}@mail.example`,
      phone: long.slice(0, 30),
      address: `${long}\n${long}, US`,
      order_items: [{ id: 'a', name: long, weight: '30g', price: 99_999.9, quantity: 99 }],
    })
    .eq('user_id', person.id);
  expect(error).toBeNull();

  const screens = [
    { path: '/orders', shown: page.getByRole('article').first() },
    {
      path: `/payment-success?session_id=${card.sessionId}`,
      shown: page.getByRole('region', { name: 'Order summary' }),
    },
    { path: wallet, shown: page.getByRole('region', { name: 'Order summary' }) },
  ];
  for (const { path, shown } of screens) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(shown).toContainText(long);
    // Also on a narrow screen, where the details are collapsed.
    for (const details of await page.getByRole('article').getByText('Details').all()) {
      await details.click();
    }
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSideScroll(page);
      const sticksOut = await shown.evaluate((box) =>
        [...box.querySelectorAll('*')].some(
          (part) => part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1,
        ),
      );
      expect(sticksOut, `${path} at ${width}`).toBe(false);
    }
  }
});
