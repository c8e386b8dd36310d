import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSideScroll, test, waitForScripts } from './shop-test.ts';
import { expectWithinBudget, weighScripts } from './weigh-scripts.ts';

const product = '/product/pure-himalayan-shilajit-resin';
const post = '/blog/resin-without-the-mess';
const pages = [
  ...['/', '/products', product, '/about', '/contact', '/validity', '/blog', post, '/cart'],
  ...['/search?q=resin', '/search?q=qqqq', '/terms'],
];

/** Sum of all layout shifts since the page was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

for (const width of [360, 768, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const path of [...pages, '/no-such-page']) {
      test.describe(path, () => {
        test.use({ expectedErrors: path === '/no-such-page' ? /status of 404/ : null });

        test('has no accessibility violations, layout shifts or overflow, and few scripts', async ({
          page,
        }) => {
          const scripts = weighScripts(page);
          await page.goto(path, { waitUntil: 'networkidle' });
          await expectWithinBudget(scripts, path);
          await expectAccessible(page);
          await expectNoSideScroll(page);
          expect(await layoutShift(page)).toBe(0);
        });
      });
    }
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home, list and product are complete', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const tile of ['5000+', 'Happy Customers', '99.9%', 'Purity Tested']) {
      await expect(page.getByText(tile).first()).toBeVisible();
    }
    await page.goto('/products');
    expect(await page.getByRole('link', { name: /shilajit/i }).count()).toBeGreaterThanOrEqual(8);
    await page.getByRole('link', { name: 'Pure Himalayan Shilajit Resin' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Pure Himalayan/);
    await expect(page.getByText('$39.90').first()).toBeVisible();
    await expect(page.getByRole('img').first()).toBeVisible();
  });

  test('a bottle is checked by POST', async ({ page }) => {
    const check = async (code: string) => {
      await page.goto('/validity');
      await page.getByRole('textbox').fill(code);
      await page.getByRole('button', { name: 'Verify Product' }).click();
    };
    await check(' SH2041 ');
    await expect(
      page.getByText('Congratulations! This is an authentic Liv Fit product.'),
    ).toBeVisible();
    await expect(page.getByText('Pure Himalayan Shilajit Resin').first()).toBeVisible();
    await check('sh-20 41');
    await expect(
      page.getByText('Congratulations! This is an authentic Liv Fit product.'),
    ).toBeVisible();
    await check('SH0000');
    await expect(
      page.getByText(
        'Sorry, this batch number was not found in our database. This may not be an authentic Liv Fit product.',
      ),
    ).toBeVisible();
  });

  test('a message is sent by POST', async ({ page }) => {
    await page.goto('/contact');
    await page.getByLabel(/^Name/).fill('Ada');
    await page.getByLabel(/^Email/).fill('ada@mail.example');
    await page.getByLabel(/^Phone/).fill('+1 555 010 0100');
    await page.getByLabel(/^Message/).fill('Is the resin vegan?');
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('Message Sent!').first()).toBeVisible();
  });

  test('cart and checkout show their structure and say what needs JavaScript', async ({ page }) => {
    for (const path of ['/cart', '/checkout']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/JavaScript/).first()).toBeVisible();
    }
  });
});

test.describe('what crawlers read', () => {
  const structured = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? 'null') as Record<string, unknown>,
    );

  test('a product: title, canonical address, preview, offer without a rating', async ({
    request,
    shop,
  }) => {
    const answer = await request.get(product);
    const html = await answer.text();
    expect(html).toContain(`<link rel="canonical" href="${shop.origin}${product}"`);
    expect(html).toMatch(/<title>[^<]*Pure Himalayan Shilajit Resin[^<]*<\/title>/);
    expect(html).toMatch(/property="og:image" content="http/);
    const data = structured(html).find((entry) => entry['@type'] === 'Product');
    expect(data?.offers).toMatchObject({ price: '39.90', priceCurrency: 'USD' });
    expect(JSON.stringify(data)).not.toContain('aggregateRating');
  });

  test('an id opens a product, an unknown one is a real 404', async ({ request }) => {
    const missing = await request.get('/product/no-such-product');
    expect(missing.status()).toBe(404);
    expect(await missing.text()).toContain('Product Not Found');
    const unknown = await request.get('/no-such-page');
    expect(unknown.status()).toBe(404);
    expect(await unknown.text()).toContain('Oops! Page not found');
  });
});

test.describe('visits', () => {
  test('a visit raises the view count by one, a reload within half an hour does not', async ({
    page,
    request,
    shop,
  }) => {
    const { publishableKey } = await (await request.get('/config.json')).json();
    const slug = 'shilajit-honey-resin';
    const count = async () => {
      const rows = await request.get(
        `/rest/v1/products?select=view_count,initial_view_count&slug=eq.${slug}`,
        { headers: { apikey: publishableKey } },
      );
      const [product] = await rows.json();
      initial = product.initial_view_count;
      return product.view_count as number;
    };
    let initial = 0;
    const before = await count();
    await page.goto(`${shop.origin}/product/${slug}`);
    await expect.poll(count).toBe(before + 1);
    const counted = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.reload();
    await counted;
    expect(await count()).toBe(before + 1);
    // The server's cached page is from before the visit; the page itself shows the current number.
    await expect(
      page.getByText(`${(initial + before + 1).toLocaleString('en-US')} views`),
    ).toBeVisible();
  });
});

const addresses = ['/', '/products', '/blog', '/contact', '/validity', '/cart', '/auth'];
for (const address of addresses) {
  test(`a campaign's link to ${address} shows the page that everyone gets`, async ({
    page,
    request,
  }) => {
    const campaign = `${address}?utm_source=mail&gclid=a.b-c&q=resin`;
    const etag = async (path: string) => (await request.get(path)).headers().etag;
    expect(await etag(campaign)).toBe(await etag(address));
    await page.goto(campaign);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).toContain('utm_source=mail&gclid=a.b-c');
  });
}

test('a link may bring a code along', async ({ page }) => {
  await page.goto('/validity?utm_source=label&code=SH2041');
  await expect(page.getByLabel('Batch code')).toHaveValue('SH2041');
});

test('hashed assets are cached forever, images for a day', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const asset = (end: string) => new RegExp(`/assets/[^"]+\\.${end}`).exec(html)?.[0] ?? '';
  const forGood = 'public, max-age=31536000, immutable';
  const forADay = 'public, max-age=86400, stale-while-revalidate=604800';
  for (const [path, kept, encoding] of [
    [asset('js'), forGood, 'br'],
    [asset('css'), forGood, 'br'],
    [asset('woff2'), forGood, undefined],
    ['/media/film-batch-number.mp4', forADay, undefined],
    ['/favicon.svg', 'public, max-age=3600', 'br'],
  ] as const) {
    const headers = (await request.get(path, { headers: { 'accept-encoding': 'br' } })).headers();
    expect([path, headers['cache-control'], headers['content-encoding']]).toEqual([
      path,
      kept,
      encoding,
    ]);
  }
  const gone = await request.get('/assets/none.js');
  expect([gone.status(), gone.headers()['cache-control']]).toEqual([404, 'no-cache']);
});

test('all scripts of an idle first visit to the other pages stay within the budget', async ({
  browser,
  shop,
}) => {
  for (const path of [
    ...['/checkout', '/payment-success', '/paypal-success', '/find-order', '/pay'],
    // The last two redirect guests to sign-in.
    ...['/auth', '/auth?mode=reset', '/orders', '/account'],
  ]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    waitForScripts(page);
    const scripts = weighScripts(page);
    await page.goto(shop.origin + path, { waitUntil: 'networkidle' });
    await expectWithinBudget(scripts, path);
    await context.close();
  }
});

test.describe('scripts are fetched', () => {
  /** Opens the home page with the clock stopped, while its first picture is still loading. */
  async function openWithoutPicture(page: Page) {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/media/hero-wide-*', async (route) => {
      await promise;
      await route.continue();
    });
    await page.clock.install({ time: '2026-01-01T08:00:00Z' });
    await page.clock.pauseAt('2026-01-01T08:00:01Z');
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect.poll(() => fetched.some((path) => path.includes('hero-wide'))).toBe(true);
    return {
      showPicture: resolve,
      scripts: () => fetched.filter((path) => path.endsWith('.js')).length,
    };
  }

  test('after the first picture is seen', async ({ page }) => {
    const { showPicture, scripts } = await openWithoutPicture(page);
    await page.clock.runFor(1000);
    expect(scripts()).toBe(0);
    showPicture();
    await page.locator('img[fetchpriority=high]').evaluate((image) => {
      return (image as HTMLImageElement).decode();
    });
    await page.clock.runFor(100);
    await expect.poll(scripts).toBeGreaterThan(5);
  });

  test('after two seconds when it does not come', async ({ page }) => {
    const { showPicture, scripts } = await openWithoutPicture(page);
    await page.clock.runFor(1990);
    expect(scripts()).toBe(0);
    await page.clock.runFor(20);
    await expect.poll(scripts).toBeGreaterThan(5);
    showPicture();
  });

  test('without losing what was typed before', async ({ page }) => {
    await page.clock.install({ time: '2026-01-01T08:00:00Z' });
    await page.clock.pauseAt('2026-01-01T08:00:01Z');
    await page.goto('/validity', { waitUntil: 'domcontentloaded' });
    const code = page.getByLabel('Batch code');
    await code.fill('SH2041');
    await page.clock.resume();
    await page.waitForLoadState('networkidle');
    await expect(code).toHaveValue('SH2041');
    await page.getByRole('button', { name: 'Verify Product' }).click();
    await expect(page.getByText('VALID', { exact: true }).first()).toBeVisible();

    await page.clock.pauseAt('2026-01-01T09:00:00Z');
    await page.goto('/product/pure-himalayan-shilajit-resin', {
      waitUntil: 'domcontentloaded',
    });
    const quantity = page.getByLabel(/^Quantity of/);
    await quantity.fill('3');
    await page.clock.resume();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(quantity).toHaveValue('4');
  });
});

test('an empty cart says so, on its page and in the drawer', async ({ page }) => {
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Products' })).toBeVisible();
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  await expect(drawer.getByText('Your cart is empty')).toBeVisible();
  await drawer.getByRole('link', { name: 'Browse Products' }).click();
  await page.waitForURL(/\/products$/);
});
