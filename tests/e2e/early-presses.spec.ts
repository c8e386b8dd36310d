import type { Page } from 'playwright/test';
import { expect, test, toast } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin';

/** Opens a page whose scripts come only when asked for. */
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
