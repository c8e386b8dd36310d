import type { Page } from 'playwright/test';
import { expect, test } from './admin-test.ts';
import { secretKey, toast } from './shop-test.ts';

/**
 * The tests open admin tabs that are older than the build the shop serves. Cleanup deletes what is
 * newer than this.
 */
const began = new Date().toISOString();

test.afterAll(async ({ shop }) => {
  await fetch(`${shop.origin}/rest/v1/partners?created_at=gte.${encodeURIComponent(began)}`, {
    method: 'DELETE',
    headers: { apikey: secretKey },
  });
});

const mark = (page: Page) =>
  page.evaluate(() => Object.assign(window, { sameDocument: true })).then(() => {});
const isSame = (page: Page) => page.evaluate(() => 'sameDocument' in window);
/** Survives the navigation, which `evaluate` does not. */
const loadedAnew = (page: Page) => page.waitForFunction(() => !('sameDocument' in window));
const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true });

test('loads anew at its next navigation, once, and only then', async ({ admin }) => {
  await admin.goto('/admin/products');
  await expect(admin.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await mark(admin);
  await admin.route('**/build.txt', (route) => route.fulfill({ body: 'another' }));
  await admin.getByRole('searchbox').fill('resin');
  await expect(admin).toHaveURL(/q=resin/);
  expect(await isSame(admin)).toBe(true);

  await sidebar(admin, 'Partners').click();
  await loadedAnew(admin);
  await expect(admin.getByRole('heading', { level: 1, name: 'Partners' })).toBeVisible();

  // A server that still serves the earlier build causes no reload loop.
  await mark(admin);
  const asked = admin.waitForResponse('**/build.txt');
  await sidebar(admin, 'Testimonials').click();
  await asked;
  await expect(admin.getByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible();
  await expect(admin.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  expect(await isSame(admin)).toBe(true);
});

test('takes along what it has just said', async ({ admin }) => {
  await admin.goto('/admin/partners/new');
  await admin.getByLabel('Name').fill('New Build Ltd');
  await mark(admin);
  await admin.route('**/build.txt', (route) => route.fulfill({ body: 'another' }));
  await admin.getByRole('button', { name: 'Create partner' }).click();
  await loadedAnew(admin);
  await expect(toast(admin, 'Partner created successfully')).toBeVisible();
  await expect(admin.getByLabel('Name')).toHaveValue('New Build Ltd');
});

test('loses nothing that was typed before the answer came', async ({ admin }) => {
  await admin.goto('/admin/partners');
  await expect(admin.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await mark(admin);
  const { promise: typed, resolve } = Promise.withResolvers<void>();
  await admin.route('**/build.txt', async (route) => {
    await typed;
    await route.fulfill({ body: 'another' });
  });
  const answered = admin.waitForResponse('**/build.txt');
  await admin.getByRole('link', { name: /^Add/ }).click();
  await expect(admin.getByRole('button', { name: 'Create partner' })).toBeVisible();
  await admin.getByLabel('Name').fill('Typed Early Ltd');
  resolve();
  await answered;
  await expect(admin.getByText('Unsaved changes')).toBeVisible();
  await expect(admin.getByLabel('Name')).toHaveValue('Typed Early Ltd');
  expect(await isSame(admin)).toBe(true);

  // The next navigation loads the new build, and the draft stays.
  await sidebar(admin, 'Blog').click();
  await admin.getByRole('button', { name: 'Leave' }).click();
  await loadedAnew(admin);
  await admin.goto('/admin/partners/new');
  await admin.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(admin.getByLabel('Name')).toHaveValue('Typed Early Ltd');
  await admin.evaluate(() => localStorage.clear());
});
