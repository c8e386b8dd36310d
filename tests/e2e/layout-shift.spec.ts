import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import { cartStorageKey } from '#app/features/cart/store/cart-store.ts';
import type { Database } from '#supabase/database.gen.ts';
import { expect, secretKey, test, toast } from './shop-test.ts';

declare global {
  interface Window {
    shifts: string[];
  }
}

/** Layout shifts since the page was opened that no input caused. */
const shiftsOf = (page: Page) => page.evaluate(() => window.shifts);

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        const moved = sources
          .map(({ node, previousRect: from, currentRect: to }) => {
            const text = node?.textContent?.slice(0, 20);
            return `${node?.nodeName} ${text} ${from.x},${from.y} to ${to.x},${to.y}`;
          })
          .join();
        window.shifts.push(`${value.toFixed(4)} ${moved}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

/** Three lines as the browser's cart stores them. */
async function readLines(origin: string): Promise<object[]> {
  const { publishableKey: apikey } = await (await fetch(`${origin}/config.json`)).json();
  const answer = await fetch(
    `${origin}/rest/v1/products?select=id,name,price,image_url,weight:weight_type&buyable=is.true&limit=3`,
    { headers: { apikey } },
  );
  return ((await answer.json()) as object[]).map((line) => ({ ...line, quantity: 2 }));
}

/** Opens the shop once and puts something into its storage. */
async function store(page: Page, stored: Record<string, unknown>): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, JSON.stringify(value));
    }
  }, stored);
}

/** Delays responses so long that a layout shift no longer counts as caused by the press. */
const answerLate = (page: Page, name: string) =>
  page.route(`**/functions/v1/${name}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
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
    const lines = await readLines(shop.origin);
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

  test(`nothing moves when somebody comes back from paying, ${viewport.width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    await store(page, {
      [cartStorageKey]: await readLines(shop.origin),
      'checkout-left': { at: Date.now() },
    });
    await answerLate(page, 'recent-orders');
    await page.goto('/checkout?canceled=1');
    await expect(page.getByRole('radio').first()).toBeHidden();
    await expect(page.getByText('The payment was canceled')).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page)).toEqual([]);
  });

  test(`lines are drawn before the scripts, where they stay, ${viewport.width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    const lines = await readLines(shop.origin);
    await store(page, { [cartStorageKey]: lines });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/cart', { waitUntil: 'domcontentloaded' });
    const items = page.locator('main li:has(> .cart-line-facts)');
    await expect(items).toHaveCount(3);
    const places = async () => {
      // A picture has its place a moment before it is known which size is shown.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('main li > span img')].every(
          ({ currentSrc }) => currentSrc !== '',
        ),
      );
      return items.evaluateAll((rows) =>
        rows.map((row) => ({
          ...row.getBoundingClientRect().toJSON(),
          words: [...row.querySelectorAll('.cart-line-top p')].map((part) => part.textContent),
          picture: row.querySelector('img')?.currentSrc,
        })),
      );
    };
    const drawn = await places();
    release();
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(3);
    await page.waitForLoadState('networkidle');
    expect(await places()).toEqual(drawn);
    expect(await shiftsOf(page)).toEqual([]);
  });
}

test.describe('a cart that has changed', () => {
  for (const viewport of viewports) {
    test(`nothing moves to say so, ${viewport.width} px`, async ({ page, shop }) => {
      await page.setViewportSize(viewport);
      const [repriced, soldOut, gone] = (await readLines(shop.origin)) as [object, object, object];
      const service = createClient<Database>(shop.origin, secretKey);
      const { data: sold } = await service
        .from('products')
        .select('id, name, price, image_url, weight:weight_type')
        .eq('sold_out', true)
        .limit(1)
        .single()
        .throwOnError();
      const lines = [
        // One digit less, so that the width changes too.
        { ...repriced, price: 2 },
        { ...soldOut, ...sold },
        { ...gone, id: crypto.randomUUID() },
      ];
      for (const changed of [lines.slice(1, 2), lines.slice(0, 1), lines]) {
        await store(page, { [cartStorageKey]: changed });
        for (const path of ['/cart', '/checkout']) {
          // Responds only after everything else has been drawn.
          const { promise: drawn, resolve } = Promise.withResolvers<void>();
          await page.route('**/rest/v1/products?*', async (route) => {
            await drawn;
            await route.continue();
          });
          await page.goto(path);
          const lead = page.getByRole(path === '/cart' ? 'link' : 'button', {
            name: path === '/cart' ? 'Proceed to Checkout' : /^Pay /,
          });
          await expect(lead).toBeVisible();
          resolve();
          await expect(
            page
              .getByText('Currently sold out')
              .or(page.getByText(/Price changed/))
              .first(),
          ).toBeAttached();
          await page.waitForLoadState('networkidle');
          expect(await shiftsOf(page), `${path}, ${JSON.stringify(changed)}`).toEqual([]);
          await page.unrouteAll();
        }
      }
    });
  }

  for (const viewport of viewports) {
    test(`Pay finds out, and leads to what has changed, ${viewport.width} px`, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize(viewport);
      const [line] = (await readLines(shop.origin)) as [{ id: string; price: number }];
      await store(page, { [cartStorageKey]: [line] });
      await page.goto('/checkout', { waitUntil: 'networkidle' });
      const pay = page.getByRole('button', { name: /^Pay / });
      const places = () =>
        page
          .locator('h1, fieldset, .order-review')
          .evaluateAll((parts) =>
            parts.map((part) => part.getBoundingClientRect().top + window.scrollY),
          );
      const before = await places();
      await page.route('**/rest/v1/products?*', async (route) => {
        const response = await route.fetch();
        const products = (await response.json()) as object[];
        await route.fulfill({ response, json: products.map((one) => ({ ...one, price: 12.5 })) });
      });
      await pay.click();
      const notice = page.getByRole('region', { name: 'Your cart has changed' });
      await expect(notice).toBeFocused();
      await expect(notice).toBeInViewport({ ratio: 1 });
      // Compared by position: movements soon after a press do not count as layout shifts.
      expect(await places()).toEqual(before);
      await expect(page.getByRole('button', { name: 'Review changes' })).toBeInViewport();
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole('button', { name: 'Review changes' }).click();
      await expect(notice).toBeInViewport({ ratio: 1 });
      await notice.getByRole('button', { name: 'Accept changes' }).click();
      await expect(page.getByRole('button', { name: 'Pay $25.00 with Card' })).toBeFocused();
    });
  }
});

test.describe('where the owner has set rules', () => {
  test.beforeAll(async ({ shop }) => {
    const db = createClient<Database>(shop.origin, secretKey);
    const zone = await db
      .from('delivery_zones')
      .insert({ name: 'Home', countries: ['US'] })
      .select('id')
      .single()
      .throwOnError();
    await db
      .from('delivery_rates')
      .insert([
        { zone_id: zone.data.id, name: 'Standard', price: 4.9, position: 0 },
        { zone_id: zone.data.id, name: 'Express', price: 12, position: 1 },
      ])
      .throwOnError();
    await db.from('tax_rates').insert({ country: 'US', percent: 8 }).throwOnError();
  });
  test.afterAll(async ({ shop }) => {
    const db = createClient<Database>(shop.origin, secretKey);
    await db.from('delivery_zones').delete().eq('name', 'Home').throwOnError();
    await db.from('tax_rates').delete().eq('country', 'US').throwOnError();
  });

  for (const viewport of viewports) {
    test(`nothing moves while amounts are read, ${viewport.width} px`, async ({ page, shop }) => {
      await page.setViewportSize(viewport);
      await answerLate(page, 'quote');
      const cart = { [cartStorageKey]: (await readLines(shop.origin)).slice(0, 1) };
      for (const [said, country] of [
        ['Standard', 'US'],
        ['Choose where to deliver to', ''],
      ] as const) {
        await store(page, { ...cart, 'order-wish': { country } });
        for (const path of ['/cart', '/checkout']) {
          await page.goto(path);
          await expect(page.locator('main').getByText(said).first()).toBeVisible();
          await page.waitForLoadState('networkidle');
          expect(await shiftsOf(page), `${path}, ${said}`).toEqual([]);
        }
      }
    });
  }
});

test('what is parsed first of the header stays where it is', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const html = await (await fetch(`${shop.origin}/cart`)).text();
  const cart = html.indexOf('<form action="/cart"');
  expect(cart).toBeGreaterThan(0);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const places: unknown[] = [];
    // A slow browser draws what it has received so far.
    for (const body of [html.slice(0, cart), html]) {
      await page.route('**/cart', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(`${shop.origin}/cart`);
      places.push(
        await page.getByRole('banner').getByRole('link', { name: 'Search' }).boundingBox(),
      );
      await page.unrouteAll();
    }
    expect(places[0]).not.toBeNull();
    expect(places[0], `at ${width} px`).toEqual(places[1]);
  }
  await context.close();
});

test('an empty checkout is left before anything is shown', async ({ page }) => {
  await page.goto('/checkout', { waitUntil: 'domcontentloaded' }).catch(() => null);
  await expect(page).toHaveURL('/products');
  await expect(toast(page, 'Cart is empty')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});
