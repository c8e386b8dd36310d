import type { BrowserContext, Page } from 'playwright/test';
import { demoDirectory } from '#tests/fixtures/migrated.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { sessionOf } from './admin-test.ts';
import { adminAccount, expect, secretKey, test, waitForScripts } from './shop-test.ts';

/**
 * What the shop looks like: 24 states at three widths, compared with stored pictures. `npm run
 * renew:pictures` renews them; review the changes before committing.
 */

/** One screen high, so that the pictures stay small. */
const screens = [
  { width: 360, height: 700 },
  { width: 768, height: 700 },
  { width: 1280, height: 720 },
];

interface State {
  name: string;
  path: string;
  /** A visitor by default; a buyer has a jar in the cart, a newcomer has nothing stored. */
  by?: Person;
  /** Runs once the page has loaded. */
  prepare?: (page: Page) => Promise<unknown>;
}
type Person = 'visitor' | 'buyer' | 'owner' | 'newcomer';

const jar = '/product/gold-grade-shilajit-resin';
const add = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Notifications' }).getByText('Added to cart').waitFor();
};
const orderId = (index: number) => `0000000${index}-0000-4000-8000-000000000000`;

const states: State[] = [
  { name: 'home', path: '/' },
  { name: 'products', path: '/products' },
  { name: 'product', path: jar },
  { name: 'sold-out', path: '/product/founder-s-reserve-shilajit-resin' },
  { name: 'cart-empty', path: '/cart' },
  { name: 'added', path: jar, by: 'newcomer', prepare: add },
  {
    name: 'cart',
    path: '/cart',
    by: 'buyer',
    prepare: (page) => page.getByText('Subtotal').first().waitFor(),
  },
  {
    name: 'drawer',
    path: '/products',
    by: 'buyer',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Cart, / })
        .first()
        .click();
      const drawer = page.getByRole('dialog', { name: 'Your cart' });
      await drawer.getByText('Subtotal', { exact: true }).waitFor();
    },
  },
  {
    name: 'checkout',
    path: '/checkout',
    by: 'buyer',
    prepare: (page) => page.getByRole('button', { name: /^Pay / }).first().waitFor(),
  },
  { name: 'find-order', path: '/find-order' },
  { name: 'sign-in', path: '/auth' },
  { name: 'contact', path: '/contact' },
  { name: 'validity', path: '/validity' },
  { name: 'blog', path: '/blog' },
  { name: 'search', path: '/search?q=resin' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'admin-login', path: '/admin/login' },
  { name: 'admin-dashboard', path: '/admin/dashboard', by: 'owner' },
  { name: 'admin-orders', path: '/admin/orders', by: 'owner' },
  { name: 'admin-order', path: `/admin/orders?order=${orderId(1)}`, by: 'owner' },
  { name: 'admin-product', path: '/admin/products/new', by: 'owner' },
  { name: 'admin-settings', path: '/admin/settings', by: 'owner' },
  { name: 'admin-empty', path: '/admin/discounts', by: 'owner' },
  {
    name: 'admin-palette',
    path: '/admin/partners',
    by: 'owner',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    },
  },
];

let shop: ShopProcess;
let close: () => Promise<void>;
let open: (person: Person) => Promise<Page>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  // A separate shop: what other tests leave behind would be in the pictures.
  const directory = await demoDirectory();
  shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      SUPABASE_SECRET_KEY: secretKey,
      ADMIN_EMAIL: adminAccount.email,
      ADMIN_PASSWORD: adminAccount.password,
    },
  });
  const answer = await fetch(`${shop.origin}/rest/v1/orders`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(['Maya Stone', 'Ben Okafor', 'Ines Duarte'].map(orderOf)),
  });
  expect(answer.status).toBe(201);
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const session = await sessionOf(shop.origin, publishableKey, adminAccount);
  const pages = new Map<Person, Page>();
  open = async (person) => {
    const known = pages.get(person);
    if (known && person !== 'newcomer') return known;
    await known?.context().close();
    const context = await browser.newContext(contextOptions);
    if (person === 'owner') {
      await context.addInitScript(
        (text) => localStorage.setItem('sb-127-auth-token', text),
        session,
      );
    }
    const page = await openCalmPage(context);
    pages.set(person, page);
    if (person === 'buyer') {
      await page.goto(`${shop.origin}${jar}`);
      await add(page);
    }
    return page;
  };
  close = async () => {
    for (const page of pages.values()) await page.context().close();
    await shop.stop();
    await directory.remove();
  };
});
test.afterAll(() => close?.());

for (const { name, path, by = 'visitor', prepare } of states) {
  test(`${name} looks as it did`, async () => {
    for (const screen of screens) {
      const page = await open(by);
      await page.setViewportSize(screen);
      // A notice is placed depending on what is on screen.
      if (screen === screens[0] || by === 'newcomer') {
        await page.goto(`${shop.origin}${path}`);
        await page.waitForLoadState('networkidle');
        // The owner's screens load late; on a busy machine, the network may be idle for a while
        // before they do.
        if (by === 'owner') {
          await page.locator('h1').first().waitFor();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
        }
        await prepare?.(page);
      }
      await expect(page).toHaveScreenshot(`${name}-${screen.width}.png`, { mask: passing(page) });
    }
  });
}

test('a button that moved by eight pixels does not pass', async () => {
  // Renewing would store the moved button.
  if (test.info().config.updateSnapshots === 'all') return;
  const visitor = await open('visitor');
  await visitor.setViewportSize({ width: 360, height: 700 });
  await visitor.goto(`${shop.origin}/find-order`);
  await visitor.waitForLoadState('networkidle');
  await visitor.getByRole('button', { name: 'Send me the link' }).evaluate((moved) => {
    moved.style.translate = '8px 0';
  });
  const compared = expect(visitor).toHaveScreenshot('find-order-360.png', { timeout: 2000 });
  await expect(compared).rejects.toThrow(/pixels/);
});

// Half the scale: the pictures weigh a quarter, and edges look alike in every browser version.
const contextOptions = { reducedMotion: 'reduce', deviceScaleFactor: 0.5 } as const;

/** Parts that change by themselves. */
const passing = (page: Page) => [page.locator('time'), page.getByRole('region', { name: 'Sales' })];

/** Replaces photographs with a single color and waits for fonts. */
async function openCalmPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  waitForScripts(page);
  await page.route(/\/media\/|\/storage\/v1\/(object|render)\//, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#cbbfa8" d="M0 0h1v1H0z"/></svg>',
    }),
  );
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    const css = (await answer.text()).replaceAll('font-display:optional', 'font-display:block');
    await route.fulfill({ response: answer, body: css });
  });
  return page;
}

function orderOf(name: string, index: number) {
  return {
    id: orderId(index),
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@mail.example`,
    phone: '+1 555 0100',
    address: '12 Ridge Road\nDenver',
    order_items: [
      { id: 'a', name: 'Pure Resin', weight: '30g', price: 39.9, quantity: 2, image_url: '' },
    ],
    total_amount: 79.8,
    payment_status: 'paid',
    status: 'pending',
    created_at: `2026-11-0${9 - index}T12:00:00Z`,
    paid_at: `2026-11-0${9 - index}T12:05:00Z`,
    stripe_session_id: `cs_test_picture_${index}`,
  };
}
