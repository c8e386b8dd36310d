import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSideScroll, test, toast } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin';

/** Opens a page whose scripts load only when released. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return resolve;
}

test.describe('pressed before the scripts are there', () => {
  test('Add to Cart counts every press', async ({ page }) => {
    const bringScripts = await openWithoutScripts(page, product);
    const add = page.getByRole('button', { name: /^Add to Cart/ });
    for (let press = 0; press < 2; press += 1) await add.click();
    bringScripts();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await expect(page.getByTestId('cart-count')).toHaveText('2');
    await add.click();
    await expect(page.getByTestId('cart-count')).toHaveText('3');
    await page.reload();
    await expect(page.getByTestId('cart-count')).toHaveText('3');
  });

  test('the stepper counts every press', async ({ page }) => {
    const bringScripts = await openWithoutScripts(page, product);
    const more = page.getByRole('button', { name: 'Increase quantity' });
    await more.click();
    await more.click();
    bringScripts();
    await expect(page.getByRole('spinbutton')).toHaveValue('3');
  });

  test('opens the enlarged image once it has loaded', async ({ page }) => {
    const bringScripts = await openWithoutScripts(page, product);
    await page.getByRole('button', { name: 'Enlarge image' }).click();
    bringScripts();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  for (const [press, next] of [
    ['Forgot your password?', 'Forgot your password?'],
    ['Sign Up', 'Your account'],
  ] as const) {
    test(`“${press}” takes along the address that was typed`, async ({ page }) => {
      const bringScripts = await openWithoutScripts(page, '/auth');
      await page.getByLabel('Email').fill('typed@early.example');
      await page.getByText(press, { exact: true }).click();
      bringScripts();
      await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible();
      if (press === 'Sign Up') await expect(page.getByLabel('Full name')).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue('typed@early.example');
    });
  }

  test('what was typed to find an order stays', async ({ page }) => {
    const bringScripts = await openWithoutScripts(page, '/find-order');
    await page.getByLabel('Order number').fill('4f1c2d3e');
    await page.getByLabel('Email').fill('typed@early.example');
    bringScripts();
    await expect(page.getByRole('button', { name: 'Send me the link' })).toBeEnabled();
    await expect(page.getByLabel('Order number')).toHaveValue('4f1c2d3e');
    await expect(page.getByLabel('Email')).toHaveValue('typed@early.example');
  });

  test('Add to Cart counts on the next page when this one is left at once', async ({ page }) => {
    const bringScripts = await openWithoutScripts(page, product);
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await page.locator('footer').getByRole('link', { name: 'About', exact: true }).click();
    await page.waitForURL(/\/about$/);
    bringScripts();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await expect(page.getByTestId('cart-count')).toHaveText('1');
    await page.reload();
    await expect(page.getByTestId('cart-count')).toHaveText('1');
  });
});

test.describe('a script of the first load that cannot be fetched', () => {
  // The error for a module that could not be fetched has no stack.
  test.use({ expectedErrors: /ERR_FAILED|Failed to (load|fetch)|^$/ });

  for (const path of ['/auth', product, '/checkout']) {
    test(`is told on ${path}, with a way on that keeps what was pressed`, async ({ page }) => {
      const lost = '**/assets/entry.client-*.js';
      const shared = '**/assets/toast-*.js';
      for (const file of [lost, shared]) await page.route(file, (route) => route.abort());
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      if (path === product) await page.getByRole('button', { name: /^Add to Cart/ }).click();
      const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
      await expect(notice).toBeVisible();
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSideScroll(page);
      }
      await expectAccessible(page);
      for (const file of [lost, shared]) await page.unroute(file);
      await notice.getByRole('link', { name: 'Try again' }).click();
      await expect(notice).toHaveCount(0);
      if (path === '/auth') await expect(page.getByLabel('Email').first()).toBeEnabled();
      if (path === product) await expect(page.getByTestId('cart-count')).toHaveText('1');
    });
  }
});
