import { sandboxClient } from '#tests/money/sandbox-client.ts';
import { expect, test } from './admin-test.ts';
import { buyByCard } from './paid-orders.ts';
import { expectAccessible, expectNoSideScroll, toast, waitForScripts } from './shop-test.ts';

test('a customer pays for added items by the link that the owner copied', async ({
  admin,
  browser,
  shop,
}) => {
  const order = await buyByCard(shop);
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto(`/admin/orders?order=${order.id}`);
  await admin.getByRole('link', { name: 'Add items, paid by a link' }).click();
  await admin.getByRole('searchbox', { name: 'Find a product' }).fill('Pure Himalayan');
  await admin.getByRole('button', { name: /Pure Himalayan Shilajit Resin/ }).click();
  // The focus is on the quantity: from here on, only the keyboard is used.
  await expect(admin.getByLabel(/^Quantity of Pure/)).toBeFocused();
  await admin.keyboard.type('2');
  await expect(admin.getByRole('region', { name: 'Summary' })).toContainText('$79.80');
  await expectAccessible(admin);
  await expectNoSideScroll(admin);
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('heading', { name: 'The payment link is ready' })).toBeFocused();
  await expectNoSideScroll(admin);
  const link = (await admin.getByText('/pay#token=').textContent()) ?? '';

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const visitor = await context.newPage();
  waitForScripts(visitor);
  await visitor.goto(link);
  await expect(visitor.getByText(`added to your order ${order.number}`)).toBeVisible();
  expect(visitor.url()).toBe(`${shop.origin}/pay`);
  await expect(visitor.getByText('$79.80').first()).toBeVisible();
  await expect(visitor.getByText(/Rowan|Main St/)).toHaveCount(0);
  await expectAccessible(visitor);
  await expectNoSideScroll(visitor);
  await visitor.getByRole('button', { name: 'Pay by Card' }).click();
  await visitor.waitForURL(`${shop.sandbox}/**`);
  const session = visitor.url();
  await sandboxClient(shop.sandbox, '').pay(session, { email: order.email, name: 'Rowan Vale' });
  // The page reads the status once, and the webhook may arrive after that.
  await expect(async () => {
    await visitor.goto(link);
    await expect(visitor.getByText(/This has been paid/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await context.close();

  await admin.goto(`/admin/orders?order=${order.id}`);
  const dialog = admin.getByRole('dialog', { name: `Order #${order.number}` });
  await expect(dialog.getByText(/Paid by #\w+, to be packed with this one/)).toBeVisible();
  await admin.goto('/admin/packing');
  await expect(admin.getByText(`Goes with #${order.number}`)).toBeVisible();
});

test('the owner replaces an order at no charge', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  await admin.goto(`/admin/orders?order=${order.id}`);
  await admin.getByRole('link', { name: 'Replace at no charge' }).click();
  await admin.getByLabel('Reason').fill('Arrived broken');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Place the replacement' }).click();
  await expect(toast(admin, 'Order placed')).toBeVisible();
  await expect(admin.getByText(`for #${order.number}: Arrived broken`)).toBeVisible();
  await expect(admin.getByText('None, at no charge')).toBeVisible();
});
