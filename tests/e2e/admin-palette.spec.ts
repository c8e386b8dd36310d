import type { Page } from 'playwright/test';
import { adminAccount, expect, sessionOf, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, secretKey, toast } from './shop-test.ts';

const id = 'fade0000-0000-4000-8000-000000000001';

test.beforeAll(async ({ shop }) => {
  const answer = await fetch(`${shop.origin}/rest/v1/orders`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      name: 'Petra Vale',
      email: 'petra@mail.example',
      address: 'x',
      total_amount: 39.9,
      payment_status: 'paid',
      paid_at: '2026-11-01T12:00:00Z',
    }),
  });
  expect(answer.status).toBe(201);
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
const search = (page: Page) => palette(page).getByRole('combobox');
const results = (page: Page, group: string) =>
  palette(page).getByRole('group', { name: group }).getByRole('option');

async function openPalette(page: Page, path = '/admin/partners'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(search(page)).toBeFocused();
}

test('Ctrl K finds pages, orders, customers and products', async ({ admin }) => {
  await openPalette(admin);
  await search(admin).fill('petra');
  await expect(results(admin, 'Orders')).toHaveText(
    /Order #fade0000.*Petra Vale · \$39\.90 · Paid/,
  );
  await expect(results(admin, 'Customers')).toHaveText(/Petra Vale.*petra@mail\.example · 1 order/);
  await search(admin).fill('resin');
  await expect(results(admin, 'Products').first()).toContainText(/resin/i);
  await search(admin).fill('codes');
  await expect(results(admin, 'Pages')).toHaveText([
    /Validity Codes/,
    /Generate codes/,
    /Import codes/,
  ]);
  await expectAccessible(admin);
});

test('works by keyboard only, and remembers recent entries', async ({ admin }) => {
  await openPalette(admin);
  await search(admin).pressSequentially('#fade');
  await expect(results(admin, 'Orders')).toHaveCount(1);
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('dialog', { name: 'Order #fade0000' })).toBeVisible();
  await expect(admin).toHaveURL(`/admin/orders?order=${id}`);
  await expect(palette(admin)).toHaveCount(0);
  await admin.keyboard.press('Meta+k');
  await expect(results(admin, 'Recent')).toHaveText(/Order #fade0000/);
  await expect(results(admin, 'Pages').first()).toContainText('Dashboard');
  // Past the actions, which are between the recent entries and the pages.
  const actions = await results(admin, 'Actions').count();
  for (let step = 0; step <= actions; step += 1) await admin.keyboard.press('ArrowDown');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL('/admin/dashboard');
  await expect(palette(admin)).toHaveCount(0);
  await admin.keyboard.press('Control+k');
  await expect(results(admin, 'Recent')).toHaveText([/Dashboard/, /Order #fade0000/]);
  await admin.keyboard.press('Escape');
  await expect(palette(admin)).toBeHidden();
});

test('a customer leads to their orders', async ({ admin }) => {
  await openPalette(admin);
  await search(admin).fill('petra@');
  await results(admin, 'Customers').click();
  await expect(palette(admin)).toHaveCount(0);
  await expect(admin.getByText('#fade0000')).toBeVisible();
  await expect(admin.getByRole('searchbox')).toHaveValue('petra@mail.example');
});

test('an action may ask for the order it is meant for', async ({ admin }) => {
  await openPalette(admin);
  await search(admin).fill('ship');
  await results(admin, 'Actions').filter({ hasText: 'Ship…' }).click();
  await expect(search(admin)).toHaveValue('ship ');
  await expect(palette(admin).getByText('Which order?')).toBeVisible();
  await search(admin).pressSequentially('petra');
  await expect(results(admin, 'Orders')).toHaveText(/Ship order #fade0000/);
  await admin.keyboard.press('Enter');
  const order = admin.getByRole('dialog', { name: 'Order #fade0000' });
  await expect(order.getByLabel('Carrier')).toBeFocused();
});

test('"?" lists the keys, but is a letter in a field', async ({ admin }) => {
  await admin.goto('/admin/partners');
  const keys = admin.getByRole('dialog', { name: 'Keys' });
  await admin.getByRole('searchbox').fill('what');
  await admin.keyboard.press('?');
  await expect(admin.getByRole('searchbox')).toHaveValue('what?');
  await expect(keys).toBeHidden();
  await admin.getByRole('heading', { name: 'Partners' }).click();
  await admin.keyboard.press('?');
  await expect(keys).toContainText('Ctrl S');
  await expectAccessible(admin);
});

test('says when there are no results', async ({ admin }) => {
  await openPalette(admin);
  await search(admin).fill('zzqq');
  await expect(palette(admin).getByText('No results for “zzqq”.')).toBeVisible();
  await expect(palette(admin).getByRole('option')).toHaveCount(0);
});

test('on a phone it is opened by a button, and fits', async ({ admin }) => {
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/orders');
  await admin.getByRole('button', { name: 'Search', exact: true }).click();
  await search(admin).fill('petra');
  await expect(results(admin, 'Orders')).toHaveCount(1);
  await expectAccessible(admin);
  await expectNoSideScroll(admin);
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
});

test('a form with unsaved changes warns first', async ({ admin }) => {
  await openPalette(admin, '/admin/partners/new');
  await admin.keyboard.press('Escape');
  await expect(palette(admin)).toHaveCount(0);
  await admin.getByLabel('Name').fill('Half a partner');
  await admin.keyboard.press('Control+k');
  await search(admin).fill('dashboard');
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('alertdialog')).toBeVisible();
  await expect(palette(admin)).toHaveCount(0);
  await admin.keyboard.press('Control+k');
  await expect(palette(admin)).toHaveCount(0);
});

test('signing out clears recent entries', async ({ page, shop, publishableKey }) => {
  // A separate session, because signing out ends it.
  const session = await sessionOf(shop.origin, publishableKey, adminAccount);
  await page.goto('/about');
  await page.evaluate((text) => localStorage.setItem('sb-127-auth-token', text), session);
  await openPalette(page);
  await search(page).fill('petra@');
  await results(page, 'Customers').click();
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(kept).toContain('Petra');
  // A list still loading would be refused.
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/admin/login');
  await expect.poll(kept).not.toContain('Petra');
});

test.describe('when the server fails', () => {
  test.use({ expectedErrors: /status of 5\d\d/ });

  test('pages are still found, and it can be tried again', async ({ admin }) => {
    const address = '**/rest/v1/rpc/admin_find*';
    await admin.route(address, (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({ status: 500, json: { message: 'The database is away.' } }),
    );
    await openPalette(admin);
    await search(admin).fill('partner');
    await expect(palette(admin).getByText('Search isn’t responding right now.')).toBeVisible();
    await expect(results(admin, 'Pages').first()).toContainText('Partners');
    await admin.unroute(address);
    await search(admin).fill('petra');
    await expect(results(admin, 'Orders')).toHaveCount(1);
    await expect(toast(admin, /./)).toHaveCount(0);
  });
});
