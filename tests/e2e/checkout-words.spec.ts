import { openEmptyPage, openService } from './people.ts';
import { expect, expectAccessible, test, toast } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin-30g';

test.describe('without a connection', () => {
  test.use({ expectedErrors: /net::ERR|Failed to (load|fetch)/ });

  test('paying says so at once, and asks nobody', async ({ page }) => {
    await page.goto(product);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await page.goto('/checkout', { waitUntil: 'networkidle' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /with Card$/ }).click();
    await expect(
      page.getByRole('alert').getByText(/You are offline\. You were not charged/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /with Card$/ })).toBeEnabled();
    expect(asked.filter((url) => /rest\/v1|functions\/v1/.test(url))).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /with Card$/ }).click();
    await page.waitForURL(/\/stripe\/pay\//);
  });
});

test.describe('trying again', () => {
  test.use({ expectedErrors: /status of 503/ });

  test('clears the notice of the last failure', async ({ page }) => {
    await page.clock.install();
    await page.goto(product);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await page.goto('/checkout');
    const held = Promise.withResolvers<void>();
    let calls = 0;
    await page.route('**/functions/v1/create-checkout', async (route) => {
      calls += 1;
      if (calls > 1) await held.promise;
      await route.fulfill({ status: 503, json: { error: { code: 'provider_unavailable' } } });
    });
    const pay = page.getByRole('button', { name: /with Card$/ });
    await pay.click();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
    // From here on time stands still, because a notice would disappear by itself.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
    await pay.click();
    await expect(toast(page, 'Processing payment...')).toBeVisible();
    // Long enough for a dismissed notice to be gone.
    await page.clock.runFor(2_000);
    await expect(toast(page, 'Payment Failed')).toHaveCount(0);
    await page.clock.resume();
    held.resolve();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
  });
});

test('a cart with only a sold-out line cannot be paid', async ({ page, shop }) => {
  const { data } = await openService(shop)
    .from('products')
    .select('id, name, price, weight_type, image_url')
    .eq('sold_out', true)
    .limit(1)
    .single();
  await openEmptyPage(page, shop);
  await page.evaluate((line) => localStorage.setItem('cart', JSON.stringify([line])), {
    ...data,
    weight: data?.weight_type,
    quantity: 1,
  });
  await page.goto('/checkout');
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByText(/Nothing in your cart is available/)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Currently sold out')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Pay $0.00')).toHaveCount(0);
  await expectAccessible(page);
});
