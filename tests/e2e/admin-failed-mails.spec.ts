import type { Page } from 'playwright/test';
import { readMails, waitForMails } from '#tests/fixtures/mailbox.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { expectCalm } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { buyByCard } from './paid-orders.ts';
import { toast } from './shop-test.ts';

const chaos = (shop: ShopProcess, knobs: object) =>
  fetch(`${shop.sandbox}/chaos`, { method: 'POST', body: JSON.stringify(knobs) });

/** A paid order for which the mail server permanently refused both emails. */
async function orderWithoutMails(shop: ShopProcess) {
  await chaos(shop, { smtp: { reject: 2, code: 550 } });
  return buyByCard(shop);
}

const rowsFor = (page: Page, text: string) =>
  page.locator('tr[data-row]').filter({ hasText: text });

test('the dashboard leads to mails that failed, and they are sent again', async ({
  admin,
  shop,
}) => {
  const order = await orderWithoutMails(shop);
  await admin.goto('/admin/dashboard');
  const attention = admin.getByRole('region', { name: 'Needs attention' });
  await expect(async () => {
    await admin.reload();
    await expect(attention.getByText(/failed emails?/)).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await attention.getByRole('link', { name: /failed emails?/ }).click();
  await expect(admin.getByRole('heading', { name: 'Failed Emails' })).toBeVisible();
  const row = rowsFor(admin, order.email);
  await expect(row).toContainText(`Your Liv Fit order ${order.number} is confirmed`);
  await expect(row).toContainText('550');
  await expect(row.getByRole('link', { name: `Order #${order.number}` })).toBeVisible();
  await expectCalm(admin);
  expect((await readMails(shop.sandbox)).some(({ to }) => to.includes(order.email))).toBe(false);

  await row.getByRole('button', { name: /^Send again/ }).click();
  await expect(toast(admin, 'Email sent again')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await waitForMails(shop.sandbox, order.email, 1)).toHaveLength(1);
});

test('several are resent at once, others dismissed', async ({ admin, shop }) => {
  const kept = await orderWithoutMails(shop);
  await admin.goto(`/admin/failed-mails?q=${kept.number}`);
  await expect(async () => {
    await admin.reload();
    await expect(rowsFor(admin, kept.number)).toHaveCount(2, { timeout: 10_000 });
  }).toPass();
  await admin.getByLabel('Select all rows on this page').check();
  await admin.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(toast(admin, '2 emails')).toBeVisible();
  await expect(admin.getByText('No failed emails.')).toBeVisible();

  const dropped = await orderWithoutMails(shop);
  await admin.goto('/admin/failed-mails');
  await expect(async () => {
    await admin.reload();
    await expect(rowsFor(admin, dropped.email)).toHaveCount(1, { timeout: 10_000 });
  }).toPass();
  await rowsFor(admin, dropped.email)
    .getByRole('button', { name: /^Dismiss/ })
    .click();
  await expect(toast(admin, 'Email dismissed')).toBeVisible();
  await expect(rowsFor(admin, dropped.email)).toHaveCount(0);
});

test('a link that has expired is not sent again', async ({ admin, shop }) => {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  await chaos(shop, { smtp: { reject: 1, code: 550 } });
  const email = `newcomer-${process.pid}@mail.example`;
  await fetch(`${shop.origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'granite-and-honey' }),
  });
  await admin.goto('/admin/failed-mails');
  await expect(async () => {
    await admin.reload();
    await expect(rowsFor(admin, email)).toHaveCount(1, { timeout: 10_000 });
  }).toPass();
  await expect(rowsFor(admin, email).getByRole('button', { name: /^Send again/ })).toHaveCount(0);
  await expect(rowsFor(admin, email)).toContainText('Its link has expired');
});
