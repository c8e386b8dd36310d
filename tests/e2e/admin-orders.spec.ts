import type { Page } from 'playwright/test';
import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, secretKey, toast } from './shop-test.ts';

const order = {
  name: 'Maya Stone',
  email: 'maya@mail.example',
  phone: '+1 555 0100',
  address: '12 Ridge Road\nDenver',
  order_items: [
    { id: 'a', name: 'Pure Resin', weight: '30g', price: 39.9, quantity: 2, image_url: '' },
  ],
  total_amount: 79.8,
  payment_status: 'paid',
  status: 'pending',
  created_at: '',
  paid_at: '2026-11-01T12:00:00Z' as string | null,
  stripe_session_id: '',
};

const idOf = (index: number) => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** 63 orders by Maya and one by Ben, the first ones newest. */
test.beforeAll(async ({ shop }) => {
  const now = Date.now();
  const rows = Array.from({ length: 64 }, (_, index) => ({
    ...order,
    id: idOf(index),
    created_at: new Date(now - index * 3_600_000 - 60_000).toISOString(),
    stripe_session_id: `cs_test_admin_${index}`,
    ...(index === 40 ? { name: 'Ben Okafor', email: 'ben@mail.example' } : {}),
    ...(index === 1 ? { payment_status: 'expired', paid_at: null } : {}),
  }));
  const answer = await fetch(`${shop.origin}/rest/v1/orders`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(201);
});

const rowsOf = (page: Page) => page.locator('tr[data-row]');
const pagesOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).locator('li').allInnerTexts();

test('10 orders a page, abandoned ones hidden, a pager with ellipses', async ({ admin }) => {
  await admin.goto('/admin/orders?q=maya');
  await expect(admin.getByText('1–10 of 62')).toBeVisible();
  await expect(rowsOf(admin)).toHaveCount(10);
  await expect(admin.getByText('#00000001')).toBeHidden();
  const shown = async () => (await pagesOf(admin)).map((text) => text.trim()).filter(Boolean);
  expect(await shown()).toEqual(['1', '2', '…', '7']);
  await admin.getByRole('button', { name: 'Page 7' }).click();
  await expect(rowsOf(admin)).toHaveCount(2);
  await admin.getByRole('button', { name: 'Previous page' }).click();
  await admin.getByRole('button', { name: 'Previous page' }).click();
  await expect(admin.getByRole('button', { name: 'Page 5' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(await shown()).toEqual(['1', '…', '4', '5', '6', '7']);
  await admin.reload();
  await expect(admin.getByText('41–50 of 62')).toBeVisible();
  await expectAccessible(admin);
});

test('the search matches name, email and id case-insensitively, from page 1', async ({ admin }) => {
  await admin.goto('/admin/orders?page=3');
  const search = admin.getByRole('searchbox');
  for (const text of ['BEN oka', 'BEN@MAIL', '00000040-0000', '#00000040']) {
    await search.fill(text);
    await expect(rowsOf(admin)).toHaveCount(1);
    await expect(rowsOf(admin)).toContainText('Ben Okafor');
    expect(new URL(admin.url()).searchParams.get('page')).toBeNull();
  }
  await search.fill('nobody at all');
  await expect(admin.getByText('No orders found')).toBeVisible();
  await admin.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rowsOf(admin)).toHaveCount(10);
});

test('a chosen status is saved at once: Order status updated', async ({ admin }) => {
  await admin.goto('/admin/orders?q=maya');
  const status = admin.getByLabel('Status of order 00000002');
  await status.selectOption('shipped');
  await expect(toast(admin, 'Order status updated')).toBeVisible();
  await expect(toast(admin, 'Order #00000002: shipped')).toBeVisible();
  await admin.reload();
  await expect(status).toHaveValue('shipped');
});

test('canceling a paid order asks about the money', async ({ admin }) => {
  await admin.goto('/admin/orders?q=maya');
  const status = admin.getByLabel('Status of order 00000003');
  await status.selectOption('cancelled');
  const question = admin.getByRole('alertdialog');
  await expect(question).toContainText('Cancel order #00000003?');
  await expect(question).toContainText('$79.80 was paid');
  await question.getByRole('button', { name: 'Do not cancel' }).click();
  await expect(status).toHaveValue('pending');
  await status.selectOption('cancelled');
  await question.getByRole('button', { name: 'Cancel without refund' }).click();
  await expect(toast(admin, 'Order #00000003: cancelled')).toBeVisible();
});

test.describe('what the shop cannot refund', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is not canceled with a refund', async ({ admin }) => {
    await admin.goto('/admin/orders?q=maya');
    const status = admin.getByLabel('Status of order 00000005');
    await expect(status).toHaveValue('pending');
    await status.selectOption('cancelled');
    const question = admin.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel and refund' }).click();
    await expect(toast(admin, 'Refund failed')).toBeVisible();
    await expect(
      toast(admin, 'Order #00000005: No payment has arrived for this order. It was not canceled.'),
    ).toBeVisible();
    await expect(status).toHaveValue('pending');
  });
});

test('a stale list asks before changing an order that was refunded in the meantime', async ({
  admin,
  shop,
}) => {
  await admin.goto('/admin/orders?q=maya');
  const status = admin.getByLabel('Status of order 00000007');
  await expect(status).toHaveValue('pending');
  const answer = await fetch(`${shop.origin}/rest/v1/orders?id=eq.${idOf(7)}`, {
    method: 'PATCH',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ payment_status: 'refunded' }),
  });
  expect(answer.ok).toBe(true);
  await status.selectOption('shipped');
  const question = admin.getByRole('alertdialog');
  await expect(question).toContainText('Order #00000007 has changed');
  await expect(question).toContainText('Payment: Paid → Refunded');
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Leave unchanged' }).click();
  await expect(status).toHaveValue('pending');
  const row = admin.locator('tr[data-row]').filter({ hasText: '#00000007' });
  await expect(row.getByText('Refunded', { exact: true })).toBeVisible();
  // Now known to be refunded, it may be set to anything without a question.
  await status.selectOption('delivered');
  await expect(toast(admin, 'Order #00000007: delivered')).toBeVisible();
});

test('the status selector says that no email is sent, next to the action that sends one', async ({
  admin,
}) => {
  await admin.goto('/admin/orders?q=maya');
  await expect(admin.getByLabel('Status of order 00000008')).toHaveAccessibleDescription(
    'No email is sent.',
  );
  await admin.getByRole('button', { name: 'More for order 00000008' }).click();
  await admin.getByRole('menuitem', { name: 'Ship with tracking…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Order #00000008' });
  await expect(dialog.getByLabel('Carrier')).toBeFocused();
  await expect(
    dialog.getByText(/customer will receive an email with the tracking number/),
  ).toBeVisible();
  await expect(dialog.getByLabel('Status of order 00000008')).toHaveAccessibleDescription(
    'No email is sent.',
  );
  await dialog.getByLabel('Status of order 00000008').selectOption('cancelled');
  await expect(admin.getByRole('alertdialog')).toContainText('Email the customer');
});

test('the detail dialog shows everything, and who changed what', async ({ admin }) => {
  await admin.goto('/admin/orders?q=maya');
  await admin.getByLabel('Status of order 00000004').selectOption('processing');
  await expect(toast(admin, 'Order status updated')).toBeVisible();
  await admin.getByRole('button', { name: 'View order 00000004' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Order #00000004' });
  for (const text of ['maya@mail.example', '12 Ridge Road', 'Pure Resin', 'cs_test_admin_4']) {
    await expect(dialog.getByText(text).first()).toBeVisible();
  }
  await expect(dialog.getByText('Status: Pending → Processing')).toBeVisible();
  await expect(dialog.getByText('owner@livfit.example')).toBeVisible();
  await expectAccessible(admin);
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('J and K go through the list, and what is needed elsewhere is copied', async ({
  admin,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto(`/admin/orders?q=maya&order=${idOf(9)}`);
  const dialog = (index: number) =>
    admin.getByRole('dialog', { name: `Order #${idOf(index).slice(0, 8)}` });
  await expect(dialog(9).getByRole('button', { name: 'Next order' })).toBeVisible();
  await admin.keyboard.press('j');
  await expect(dialog(10).getByText('maya@mail.example').first()).toBeVisible();
  // Neighboring orders load after the order itself; until then, the keys do nothing.
  await expect(dialog(10).getByRole('button', { name: 'Previous order' })).toBeEnabled();
  await admin.keyboard.press('k');
  await expect(dialog(9).getByText('maya@mail.example').first()).toBeVisible();
  // The actions stay in view, however far one scrolls.
  await dialog(9)
    .getByText(/^Order ID/)
    .scrollIntoViewIfNeeded();
  await expect(dialog(9).getByRole('button', { name: 'Ship with tracking' })).toBeInViewport();
  await dialog(9).getByRole('button', { name: 'Copy shipping address' }).click();
  await expect(dialog(9).getByText('Copied')).toBeAttached();
  expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe('12 Ridge Road\nDenver');
  await dialog(9).getByLabel('New note').fill('jkjk');
  await expect(dialog(9).getByLabel('New note')).toHaveValue('jkjk');
  await dialog(9).getByLabel('New note').fill('');
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
});

test('Print Order opens a window with every part and prints it', async ({ admin, context }) => {
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await admin.goto(`/admin/orders?order=${idOf(5)}`);
  const opening = admin.waitForEvent('popup');
  await admin.getByRole('button', { name: 'Print Order' }).click();
  const sheet = await opening;
  for (const text of [
    'Order #00000005',
    'cs_test_admin_5',
    'Maya Stone',
    'maya@mail.example',
    'Pure Resin',
    'Subtotal',
    '$79.80',
  ]) {
    await expect(sheet.getByText(text).first()).toBeVisible();
  }
  await expect(sheet.locator('html')).toHaveAttribute('data-printed');
});

test('filters, bulk status and export', async ({ admin }) => {
  await admin.goto('/admin/orders?q=maya');
  await admin.getByRole('button', { name: 'Payment' }).click();
  await admin.getByRole('menuitemcheckbox', { name: 'Expired' }).click();
  await admin.keyboard.press('Escape');
  // Other tests may have left expired orders.
  await expect(rowsOf(admin).filter({ hasText: '#00000001' })).toHaveCount(1);
  await expect(rowsOf(admin)).not.toHaveCount(10);
  await admin.goto('/admin/orders?q=maya&page=4');
  await expect(rowsOf(admin)).toHaveCount(10);
  await admin.getByLabel('Select all rows on this page').check();
  await admin.getByLabel('Set status of the selected orders').selectOption('delivered');
  await expect(toast(admin, '10 orders: delivered')).toBeVisible();
  const downloading = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'More for orders' }).click();
  await admin.getByRole('menuitem', { name: 'Export CSV' }).click();
  const file = await (await downloading).createReadStream();
  const lines = (await file.toArray()).join('').trim().split('\r\n');
  expect(lines).toHaveLength(63);
  expect(lines[0]).toContain('total,received,refunded,net,currency');
  expect(lines[1]).toContain('2 x Pure Resin 30g');
  expect(lines[1]).toContain('79.80,79.80,0.00,79.80,USD');
});

test('exports for accounting, on a phone and by keyboard', async ({ admin }) => {
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/orders');
  await admin.getByRole('button', { name: 'More for orders' }).press('Enter');
  await admin.getByRole('menuitem', { name: 'Export for accounting' }).press('Enter');
  const dialog = admin.getByRole('dialog', { name: 'Export for accounting' });
  await dialog.getByLabel('Period').selectOption({ label: 'Other days' });
  await dialog.getByLabel('First day').fill('2020-01-01');
  await dialog.getByLabel('Last day').fill('2099-12-31');
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  const downloading = admin.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('accounting-2020-01-01-2099-12-31.csv');
  const file = await download.createReadStream();
  const lines = (await file.toArray()).join('').trim().split('\r\n');
  expect(lines[0]).toContain('date,time,type,order,provider,reference,currency,subtotal');
  await expect(dialog.getByRole('status')).toContainText(`Saved ${lines.length - 1} rows`);
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('on a phone an order is a card', async ({ admin }) => {
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/orders?q=maya');
  await expect(rowsOf(admin)).toHaveCount(10);
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
});

test('the arrow keys move between rows', async ({ admin }) => {
  await admin.goto('/admin/orders?q=maya');
  await admin.getByRole('button', { name: 'View order 00000000' }).focus();
  await admin.keyboard.press('ArrowDown');
  await expect(admin.getByRole('button', { name: 'View order 00000002' })).toBeFocused();
});
