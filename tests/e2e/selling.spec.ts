import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import type { Database } from '#supabase/database.gen.ts';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  secretKey,
  test,
  toast,
  waitForScripts,
} from './shop-test.ts';
import { findFaults, readStructuredData } from './structured-data.ts';
import { translatePage } from './translate-page.ts';
import { expectWithinBudget, weighScripts } from './weigh-scripts.ts';

const tables = (origin: string) => createClient<Database>(origin, secretKey);
const slug = 'pure-himalayan-shilajit-resin';
const product = `/product/${slug}`;

/** A zone with two rates, New York tax, and a discount code. */
test.beforeAll(async ({ shop }) => {
  const db = tables(shop.origin);
  const { data: zone } = await db
    .from('delivery_zones')
    .insert({ name: 'Home', countries: ['US'] })
    .select('id')
    .single()
    .throwOnError();
  await db
    .from('delivery_rates')
    .insert([
      {
        zone_id: zone.id,
        name: 'Standard',
        price: 4.9,
        free_from: 50,
        days_from: 3,
        days_to: 5,
        position: 0,
      },
      { zone_id: zone.id, name: 'Express', price: 12, days_from: 1, days_to: 1, position: 1 },
    ])
    .throwOnError();
  await db.from('tax_rates').insert({ country: 'US', region: 'NY', percent: 8 }).throwOnError();
  await db
    .from('discounts')
    .insert({ code: 'WELCOME10', kind: 'percent', value: 10 })
    .throwOnError();
  await db.from('products').update({ compare_at_price: 49 }).eq('slug', slug).throwOnError();
});

test.afterAll(async ({ shop }) => {
  const db = tables(shop.origin);
  await db.from('delivery_zones').delete().eq('name', 'Home').throwOnError();
  await db.from('tax_rates').delete().eq('country', 'US').throwOnError();
  await db.from('discounts').delete().eq('code', 'WELCOME10').throwOnError();
  await db.from('products').update({ compare_at_price: null }).eq('slug', slug).throwOnError();
});

test('pages claim what the rates say, and tell search engines', async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  // The page cache is dropped when the database notifies it.
  await expect
    .poll(() => read('/shipping-and-returns'))
    .toContain('Standard $4.90, free on orders');
  const html = await read(product);
  expect(html).toContain('Free shipping on orders over $50');
  const found = readStructuredData(html).find((thing) => thing['@type'] === 'Product');
  expect(findFaults(found ?? {})).toEqual([]);
  expect(found?.offers).toMatchObject({
    price: '39.90',
    priceSpecification: { price: '49.00' },
    shippingDetails: [{ shippingRate: { value: '4.90' } }],
    hasMerchantReturnPolicy: { applicableCountry: ['US'], merchantReturnDays: 30 },
  });
});

/** The amounts in the cart or at checkout, as they read. */
const amounts = (page: Page) => page.locator('main dl').filter({ hasText: 'Total' }).last();

async function addResin(page: Page, address = product): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
}

async function deliverToNewYork(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('State or region').selectOption('NY');
}

test('cart, checkout, payment page, receipt and mail tell the same amounts', async ({
  page,
  shop,
}) => {
  await addResin(page, `${product}?discount=welcome10`);
  await page.goto('/cart');
  await expect(amounts(page)).toContainText('Calculated at checkout');
  await expect(page.getByText('WELCOME10 applied.')).toBeVisible();
  await deliverToNewYork(page);
  const parts = ['Subtotal$39.90', 'Discount (WELCOME10)−$3.99', 'Shipping (Standard)$4.90'];
  for (const text of [...parts, 'Tax$2.87', 'Total$43.68', '$10.10 to free delivery']) {
    await expect(amounts(page)).toContainText(text);
  }
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideScroll(page);
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Pay $43.68 with Card' })).toBeEnabled();
  await page.getByLabel(/Express/).check();
  await expect(page.getByRole('button', { name: 'Pay $50.78 with Card' })).toBeEnabled();
  await page.getByLabel(/Standard/).check();
  await expect(page.getByRole('button', { name: 'Pay $43.68 with Card' })).toBeEnabled();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideScroll(page);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay $43.68 with Card' }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  const email = `parts-${process.pid}@mail.example`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+1 555 010 0100');
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  await page.getByLabel('City').fill('Albany');
  await page.getByLabel('State').fill('NY');
  await page.getByLabel('Postal code').fill('12207');
  await page.getByRole('button', { name: 'Pay $43.68' }).click();
  await page.waitForURL(/\/payment-success\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  for (const text of [...parts, 'Tax$2.87', 'Total$43.68']) {
    await expect(amounts(page)).toContainText(text);
  }
  await expectAccessible(page);
  const [mail] = await waitForMails(shop.sandbox, email, 1);
  expect(mail?.text).toContain('Discount (WELCOME10): −$3.99');
  expect(mail?.text).toContain('Total: $43.68');
  // The code was used, so the next cart starts without it.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('order-wish')))
    .toMatch(/"country":"US".*"code":""/);
});

test('what a code lacks is said at its place, and the order can be paid without it', async ({
  page,
}) => {
  await addResin(page);
  await page.goto('/checkout');
  await deliverToNewYork(page);
  const field = page.getByLabel('Discount code');
  await field.fill('nothing');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(field).toHaveAccessibleDescription(/We do not know this code/);
  await expect(page.getByRole('button', { name: 'Pay $47.99 with Card' })).toBeEnabled();
  await field.fill('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Pay $43.68 with Card' })).toBeEnabled();
  await page.getByRole('button', { name: 'Remove code' }).click();
  await expect(page.getByRole('button', { name: 'Pay $47.99 with Card' })).toBeEnabled();
});

test('a page that the browser has translated shows the amounts of now', async ({ page }) => {
  await addResin(page);
  await page.goto('/checkout');
  await deliverToNewYork(page);
  await expect(page.getByRole('button', { name: 'Pay $47.99 with Card' })).toBeEnabled();
  await translatePage(page);
  await page.getByLabel(/Express/).check();
  await expect(page.getByRole('button', { name: 'Pay $55.09 with Card' })).toBeEnabled();
  for (const text of ['Shipping (Express)$12.00', 'Total$55.09']) {
    await expect(amounts(page)).toContainText(text);
  }
  await page.getByRole('button', { name: 'Pay $55.09 with Card' }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  await expect(page.getByRole('button', { name: 'Pay $55.09' })).toBeVisible();
});

test('an amount that changed meanwhile is shown and asked for, not paid', async ({
  page,
  shop,
}) => {
  await addResin(page);
  await page.goto('/checkout');
  await deliverToNewYork(page);
  await expect(page.getByRole('button', { name: 'Pay $47.99 with Card' })).toBeEnabled();
  const rates = tables(shop.origin).from('delivery_rates');
  await rates.update({ price: 6.9 }).eq('name', 'Standard').throwOnError();
  await page.getByRole('button', { name: 'Pay $47.99 with Card' }).click();
  await expect(page.getByText('The total has changed from $47.99 to $49.99.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $49.99 with Card' })).toBeEnabled();
  await rates.update({ price: 4.9 }).eq('name', 'Standard').throwOnError();
});

test('a price that changed meanwhile changes the total once it is accepted', async ({
  page,
  shop,
}) => {
  await addResin(page);
  await page.goto('/checkout');
  await deliverToNewYork(page);
  const resin = (price: number) =>
    tables(shop.origin).from('products').update({ price }).eq('slug', slug).throwOnError();
  const pay = page.getByRole('button', { name: 'Pay $47.99 with Card' });
  await expect(pay).toBeEnabled();
  await resin(44.9);
  await pay.click();
  await page.getByRole('button', { name: 'Accept changes' }).click();
  await expect(page.getByRole('button', { name: 'Pay $53.39 with Card' })).toBeEnabled();
  await resin(39.9);
});

test('countries without delivery cannot be paid for', async ({ page }) => {
  await addResin(page);
  await page.evaluate(() =>
    localStorage.setItem('order-wish', JSON.stringify({ country: 'GB', region: '' })),
  );
  await page.goto('/checkout');
  await expect(page.getByText('We do not deliver to United Kingdom yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveAttribute('aria-disabled', 'true');
  await deliverToNewYork(page);
  await expect(page.getByRole('button', { name: 'Pay $47.99 with Card' })).toBeEnabled();
});

test.describe('an address at the wallet', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('in another zone charges nothing and is taken over', async ({ page }) => {
    await addResin(page);
    await page.goto('/checkout');
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('State or region').selectOption('CA');
    await page.getByLabel(/PayPal/).check();
    await page.getByRole('button', { name: 'Pay $44.80 with PayPal' }).click();
    await page.waitForURL(/\/checkoutnow/);
    await page.getByLabel('State').fill('NY');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('heading', { name: 'Your order has changed' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to checkout' }).click();
    await expect(page.getByLabel('State or region')).toHaveValue('NY');
    await page.getByLabel(/PayPal/).check();
    await page.getByRole('button', { name: 'Pay $47.99 with PayPal' }).click();
    await page.waitForURL(/\/checkoutnow/);
    await page.getByLabel('State').fill('NY');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('heading', { name: 'PayPal Payment Successful!' })).toBeVisible();
  });
});

test('scripts of a first visit stay within the budget with all rules in use', async ({
  page,
  browser,
}) => {
  await addResin(page, `${product}?discount=welcome10`);
  await page.goto('/cart');
  await deliverToNewYork(page);
  await expect(amounts(page)).toContainText('Total$43.68');
  const storageState = await page.context().storageState();
  for (const path of ['/', '/products', product, '/cart', '/checkout']) {
    const context = await browser.newContext({ storageState, baseURL: new URL(page.url()).origin });
    const visit = await context.newPage();
    waitForScripts(visit);
    const scripts = weighScripts(visit);
    await visit.goto(path, { waitUntil: 'networkidle' });
    if (path === '/checkout') {
      await expect(visit.getByRole('button', { name: 'Pay $43.68 with Card' })).toBeEnabled();
    }
    await expectWithinBudget(scripts, path);
    await context.close();
  }
});
