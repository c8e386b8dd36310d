import type { Page } from 'playwright/test';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { adminAccount, expect, sessionOf, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

const customer = { email: `customer-${process.pid}@mail.example`, password: 'granite-and-honey' };
const noPrivileges = "Access Denied: This account doesn't have admin privileges.";
const noPermission = "Access Denied: You don't have permission to access the admin panel.";

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** A confirmed account that is not an admin. */
async function createCustomer(origin: string, sandbox: string, key: string): Promise<void> {
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(customer),
  });
  const [mail] = await waitForMails(sandbox, customer.email, 1);
  const link = /href="([^"]*\/auth\/v1\/verify[^"]*)"/.exec(mail?.html ?? '')?.[1] ?? '';
  // The password counts only in the browser where it was typed, which has the sign-up's cookie.
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await fetch(link.replaceAll('&amp;', '&'), { redirect: 'manual', headers: { cookie } });
}

test.beforeAll(({ shop, publishableKey }) =>
  createCustomer(shop.origin, shop.sandbox, publishableKey),
);

for (const address of ['/admin', '/admin/login']) {
  test(`the login is at ${address} and not indexed`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await expect(page.getByText('Admin access only')).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });
}

test('an admin signs in, is remembered, and signs out', async ({ page }) => {
  await page.goto('/admin');
  await signIn(page, adminAccount);
  await expect(toast(page, 'Login successful')).toBeVisible();
  await page.waitForURL('**/admin/dashboard');
  await expect(page.getByText(adminAccount.email)).toBeVisible();
  await expect(page.getByText('Administrator')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/login');
  await page.waitForURL('**/admin/dashboard');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/admin/login');
  await page.goto('/admin/dashboard');
  await page.waitForURL(/\/admin$/);
});

test('after signing in, the page that was asked for opens', async ({ page }) => {
  await page.goto('/admin/dashboard?from=mail');
  await page.waitForURL(/\/admin$/);
  await signIn(page, adminAccount);
  await page.waitForURL('**/admin/dashboard?from=mail');
});

test('the guard shows Loading, then the sidebar with every screen', async ({ admin }) => {
  const asked = Promise.withResolvers<void>();
  await admin.route('**/rest/v1/rpc/is_admin*', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await admin.goto('/admin/dashboard');
  await expect(admin.getByText('Loading', { exact: true })).toBeVisible();
  const sidebar = admin.getByRole('navigation', { name: 'Admin' });
  await expect(sidebar).toHaveCount(0);
  asked.resolve();
  await expect(sidebar.getByRole('link').nth(7)).toBeVisible();
  expect((await sidebar.getByRole('link').allTextContents()).slice(0, 8)).toEqual([
    'Dashboard',
    'Products',
    'Testimonials',
    'Partners',
    'Blog',
    'Validity Codes',
    'Orders',
    'Contact Messages',
  ]);
  await expect(admin.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('on a phone the sidebar is a drawer', async ({ admin }) => {
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/dashboard');
  await admin.getByRole('button', { name: 'Open menu' }).click();
  const menu = admin.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByText('Administrator')).toBeVisible();
  await expectAccessible(admin);
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await expect(menu).toBeHidden();
  await expectNoSideScroll(admin);
});

test('no page of the shop fetches code of the admin area', async ({ page, shop }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text());
  });
  for (const path of ['/', '/products', '/cart', '/checkout', '/auth', '/blog']) {
    await page.goto(shop.origin + path, { waitUntil: 'networkidle' });
  }
  const fetched = (await Promise.all(scripts)).join('\n');
  expect(fetched.length).toBeGreaterThan(100_000);
  for (const ofAdmin of ['admin_list', 'admin_overview', 'Administrator', 'Admin Login']) {
    expect(fetched).not.toContain(ofAdmin);
  }
});

test.describe('refused', () => {
  test.use({ expectedErrors: /status of 4\d\d/ });

  test('a wrong password: Login failed', async ({ page }) => {
    await page.goto('/admin');
    await signIn(page, { ...adminAccount, password: 'a wrong one' });
    await expect(toast(page, 'Login failed')).toBeVisible();
    await expect(page.getByRole('form').getByText('Invalid login credentials')).toBeVisible();
  });

  test('a customer at the login is signed out at once', async ({ page }) => {
    await page.goto('/admin');
    await signIn(page, customer);
    await expect(toast(page, noPrivileges)).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(page.url()).toMatch(/\/admin$/);
  });

  test('a customer in the guarded area goes to the home page', async ({
    page,
    shop,
    publishableKey,
  }) => {
    const session = await sessionOf(shop.origin, publishableKey, customer);
    await page.addInitScript((stored) => {
      localStorage.setItem('sb-127-auth-token', stored);
    }, session);
    await page.goto('/admin/orders');
    await page.waitForURL(`${shop.origin}/`);
    await expect(toast(page, noPermission)).toBeVisible();
  });

  test('an admin whose session ended elsewhere is sent to the login', async ({
    page,
    shop,
    publishableKey,
  }) => {
    const session = await sessionOf(shop.origin, publishableKey, adminAccount);
    await page.addInitScript((stored) => {
      localStorage.setItem('sb-127-auth-token', stored);
    }, session);
    await page.goto('/admin/dashboard');
    await expect(page.getByText('Administrator')).toBeVisible();
    await fetch(`${shop.origin}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${JSON.parse(session).access_token}`,
      },
    });
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await page.waitForURL('**/admin/login');
    await expect(page.getByText(/^Your session has expired\. Sign in again/)).toBeVisible();
    await expect(toast(page, noPermission)).toHaveCount(0);
  });
});
