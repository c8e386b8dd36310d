import { startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { adminAccount, sessionOf } from './admin-test.ts';
import { buyByCard } from './paid-orders.ts';
import { expect, secretKey, test } from './shop-test.ts';

/** Screens below those in the sidebar. */
const further = [
  ['/admin/products/new', 'Add product'],
  ['/admin/testimonials/new', 'Add testimonial'],
  ['/admin/partners/new', 'Add partner'],
  ['/admin/blog/new', 'Add blog post'],
  ['/admin/validity/generate', 'Generate codes'],
  ['/admin/validity/import', 'Import codes'],
  ['/admin/validity/labels', 'Labels'],
  ['/admin/failed-mails', 'Failed Emails'],
  ['/admin/settings/administrators', 'Administrators'],
] as const;

test('on PostgreSQL every admin screen opens, and an order is processed', async ({ page }) => {
  test.setTimeout(120_000);
  const [directory, postgres] = await Promise.all([temporaryDirectory(), startMigratedPostgres()]);
  const shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      DATABASE_URL: await postgres.newMigratedDatabase(),
      SUPABASE_SECRET_KEY: secretKey,
      ADMIN_EMAIL: adminAccount.email,
      ADMIN_PASSWORD: adminAccount.password,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  const failed: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
  });
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const session = await sessionOf(shop.origin, publishableKey, adminAccount);
  await page.addInitScript((text) => {
    localStorage.setItem('sb-127-auth-token', text);
  }, session);
  const order = await buyByCard(shop, { total: 50 });

  await page.goto(`${shop.origin}/admin/dashboard`);
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  await expect(page.getByText('payment to review')).toBeVisible();
  for (const link of await sidebar.getByRole('link').all()) {
    const name = (await link.textContent())?.trim() ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText(/could not be loaded|^Error|^Failed to fetch/)).toHaveCount(0);
  }
  for (const [path, heading] of further) {
    await page.goto(`${shop.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(order.number);
  await page.getByRole('option', { name: `Order #${order.number}` }).click();
  const dialog = page.getByRole('dialog', { name: `Order #${order.number}` });
  await dialog.getByRole('button', { name: 'Accept payment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept payment' }).click();
  await expect(dialog.getByText('Payment: Review → Paid')).toBeVisible();
  await dialog.getByLabel(`Status of order ${order.number}`).selectOption('processing');
  await expect(dialog.getByText('Status: Pending → Processing')).toBeVisible();
  expect(failed).toEqual([]);
  await shop.stop();
  await postgres.stop();
  await directory.remove();
});
