import type { Page } from 'playwright/test';
import { cartStorageKey } from '#app/features/cart/store/cart-store.ts';
import { expect, test, toast } from './shop-test.ts';

declare global {
  interface Window {
    shifts: string[];
  }
}

/** What has moved without being asked to since the page was opened. */
const shiftsOf = (page: Page) => page.evaluate(() => window.shifts);

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null }[];
        };
        if (hadRecentInput) continue;
        const moved = sources.map(({ node }) => node?.nodeName).join();
        window.shifts.push(`${value.toFixed(4)} ${moved}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

const viewports = [
  { width: 360, height: 780 },
  { width: 1280, height: 800 },
];

for (const viewport of viewports) {
  test(`nothing moves while cart and checkout load, ${viewport.width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    const { publishableKey: apikey } = await (await fetch(`${shop.origin}/config.json`)).json();
    const answer = await fetch(
      `${shop.origin}/rest/v1/products?select=id,name,price,weight:weight_type&buyable=is.true&limit=3`,
      { headers: { apikey } },
    );
    const lines = ((await answer.json()) as object[]).map((line) => ({ ...line, quantity: 2 }));
    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    expect(await shiftsOf(page), 'an empty cart').toEqual([]);

    for (const filled of [lines.slice(0, 1), lines]) {
      await page.evaluate(
        ([key, json]) => localStorage.setItem(key as string, json as string),
        [cartStorageKey, JSON.stringify(filled)],
      );
      for (const path of ['/checkout', '/cart']) {
        await page.goto(path);
        await expect(page.getByText('Loading your cart')).toHaveCount(0);
        await page.waitForLoadState('networkidle');
        expect(await shiftsOf(page), `${path}, ${filled.length}`).toEqual([]);
      }
    }

    await page.goto('/payment-success?session_id=cs_test_nowhere');
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
    expect(await shiftsOf(page), 'an order that is not found').toEqual([]);
  });
}

test('an empty checkout is left before anything is shown', async ({ page }) => {
  await page.goto('/checkout', { waitUntil: 'domcontentloaded' }).catch(() => null);
  await expect(page).toHaveURL('/products');
  await expect(toast(page, 'Cart is empty')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});
