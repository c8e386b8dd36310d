import type { Page } from 'playwright/test';
import { demoDirectory } from '#tests/fixtures/migrated.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { createPerson, enterAs, expireToken, openService } from './people.ts';
import { expect, secretKey, test, toast } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin';

test.describe('an outage', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ });

  test('of the accounts is survived: a refresh is retried until it works', async ({
    page,
    shop,
  }) => {
    await enterAs(page, shop, await createPerson(shop));
    await expireToken(page);
    let refreshes = 0;
    await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
      refreshes += 1;
      if (refreshes === 1) return route.fulfill({ status: 503 });
      if (refreshes === 2) return route.abort();
      if (refreshes === 3) return route.fulfill({ status: 429 });
      return route.continue();
    });
    await page.goto('/orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
    expect(refreshes).toBe(4);
  });

  test('of the whole shop ends no session and loses no cart line', async ({ page }) => {
    const directory = await demoDirectory();
    const options = {
      dataDir: directory.path,
      env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', SUPABASE_SECRET_KEY: secretKey },
    };
    const shop = await startShopProcess(options);
    const person = await createPerson(shop);
    await enterAs(page, shop, person);
    await page.goto(shop.origin + product, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByTestId('cart-count')).toHaveText('1');
    await shop.stop();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByTestId('cart-count')).toHaveText('2');
    await expireToken(page);

    const again = await startShopProcess({ ...options, port: Number(new URL(shop.origin).port) });
    await page.reload();
    await expect(page.getByTestId('cart-count')).toHaveText('2');
    await page.goto(`${again.origin}/orders`);
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expect
      .poll(async () => {
        const { data } = await openService(again).from('cart_items').select('quantity');
        return data;
      })
      .toEqual([{ quantity: 2 }]);
    await again.stop();
    await directory.remove();
  });
});

test('a token that expires during checkout is refreshed before the order', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  await enterAs(page, shop, person);
  await page.goto(product);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  await page.goto('/checkout', { waitUntil: 'networkidle' });
  await expireToken(page);
  const refreshed = page.waitForRequest(/grant_type=refresh_token/);
  await page.getByRole('button', { name: /with Card$/ }).click();
  await refreshed;
  await page.waitForURL(/\/stripe\/pay\//);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  const { data } = await openService(shop).from('orders').select('user_id, email');
  expect(data).toContainEqual({ user_id: person.id, email: person.email });
});

test.describe('a session that has ended', () => {
  test.use({ expectedErrors: /status of 400/ });

  /** A customer at checkout with a filled cart, whose session has ended without the browser knowing. */
  async function openWithEndedSession(
    page: Page,
    shop: ShopProcess,
  ): Promise<() => Promise<number>> {
    const person = await createPerson(shop);
    await enterAs(page, shop, person);
    await page.goto(product);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByTestId('cart-count')).toHaveText('1');
    await page.goto('/checkout', { waitUntil: 'networkidle' });
    const service = openService(shop);
    await service.auth.admin.updateUserById(person.id, { ban_duration: '1h' });
    await expireToken(page);
    const countOrders = async () => {
      const { data } = await service.from('orders').select('id');
      return data?.length ?? Number.NaN;
    };
    const before = await countOrders();
    return async () => (await countOrders()) - before;
  }

  test('never turns an order into a guest order silently', async ({ page, shop }) => {
    const newOrders = await openWithEndedSession(page, shop);
    await page.getByRole('button', { name: /with Card$/ }).click();
    await expect(page).toHaveURL('/auth');
    await expect(toast(page, 'Your session has expired')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByRole('alert'),
    ).toHaveCount(1);
    expect(await newOrders()).toBe(0);
  });

  test('is reported at checkout even if the browser notices first', async ({ page, shop }) => {
    const newOrders = await openWithEndedSession(page, shop);
    // Returning to the tab fetches the account's cart.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page).toHaveURL('/auth');
    await expect(toast(page, 'Your session has expired')).toBeVisible();
    expect(await newOrders()).toBe(0);
  });
});

test.describe('a session that was ended elsewhere', () => {
  test.use({ expectedErrors: /status of 40[0134]/ });

  for (const path of ['/about', '/orders', '/checkout']) {
    test(`is over on ${path} too, and the cart is back after signing in`, async ({
      page,
      shop,
    }) => {
      const person = await createPerson(shop);
      await enterAs(page, shop, person);
      await page.goto(product);
      await page.getByRole('button', { name: 'Add to Cart' }).first().click();
      await expect(page.getByTestId('cart-count')).toHaveText('1');
      const service = openService(shop);
      await expect
        .poll(async () => {
          const { data } = await service.from('cart_items').select('id').eq('user_id', person.id);
          return data?.length;
        })
        .toBe(1);
      const token = await page.evaluate(
        () =>
          JSON.parse(
            Object.values(localStorage).find((text) => text.includes('access_token')) ?? '{}',
          ).access_token as string,
      );
      await service.auth.admin.signOut(token, 'global');
      await page.goto(path);
      await expect(toast(page, 'Your session has expired')).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
      await enterAs(page, shop, person);
      await page.goto('/cart');
      await expect(page.getByTestId('cart-count')).toHaveText('1');
    });
  }
});

test('server-rendered pages contain nothing about the visitor', async ({ page, shop }) => {
  const person = await createPerson(shop, 'Ursula Unmistakable');
  await enterAs(page, shop, person);
  const token = await page.evaluate(
    () => JSON.parse(Object.values(localStorage)[0] as string).access_token as string,
  );
  for (const path of ['/', '/orders', '/account', '/auth', '/cart', '/checkout', '/find-order']) {
    const [asCustomer, asNobody] = await Promise.all([
      page.request.get(path, { headers: { authorization: `Bearer ${token}` } }),
      fetch(shop.origin + path),
    ]);
    const html = await asCustomer.text();
    expect(html).toBe(await asNobody.text());
    expect(html).not.toMatch(new RegExp(`${person.email}|${person.id}|Unmistakable`));
    expect(asCustomer.headers()['set-cookie']).toBeUndefined();
  }
});
