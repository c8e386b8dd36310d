import { readMails } from '#tests/fixtures/mailbox.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { expect, test } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { expectAccessible, expectNoSideScroll } from './shop-test.ts';

/** More than fit into one call. */
const count = 45;
const idOf = (index: number) => `ac${String(index).padStart(6, '0')}-0000-4000-8000-000000000000`;
const numberOf = (index: number) => idOf(index).slice(0, 8);

async function placeOrders(shop: ShopProcess): Promise<void> {
  const begin = Date.parse('2020-01-01T12:00:00Z');
  const rows = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    name: `Packed Customer ${index}`,
    email: `packed-${index}@mail.example`,
    address: `${index} Ridge Road\nDenver, CO 80202\nUS`,
    order_items: [
      { id: 'a', name: 'Pure Resin', weight: '30g', price: 10, quantity: 1 + (index % 3) },
    ],
    total_amount: 10 * (1 + (index % 3)),
    payment_status: 'paid',
    // Older than any order left by other tests.
    created_at: new Date(begin + index * 60_000).toISOString(),
    paid_at: new Date(begin + index * 60_000).toISOString(),
  }));
  const { error } = await openTables(shop).from('orders').insert(rows);
  expect(error).toBeNull();
}

test('packs and ships many orders with pasted numbers, on a phone and by keyboard', async ({
  admin,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await placeOrders(shop);
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/orders');
  await admin.getByRole('link', { name: 'Pack orders' }).press('Enter');
  const first = admin.getByLabel(`Tracking number of order ${numberOf(0)}`);
  await expect(first).toBeVisible();
  await expectNoSideScroll(admin);
  await expectAccessible(admin);

  await admin.getByRole('button', { name: /^Print \d+ orders$/ }).press('Enter');
  await expect(admin.locator('html')).toHaveAttribute('data-printed');
  await admin.emulateMedia({ media: 'print' });
  await expect(admin.getByRole('region', { name: 'Pick list' })).toBeVisible();
  await expect(admin.getByRole('article', { name: `Packing slip ${numberOf(44)}` })).toBeVisible();
  await expect(admin.locator('.address-label').first()).toContainText('0 Ridge Road');
  await expect(first).toBeHidden();
  // The margins are part of the sheet.
  expect(await admin.locator('.address-label').first().boundingBox()).toMatchObject({ x: 0 });
  await admin.emulateMedia({ media: 'screen' });

  // Refunded after the screen had shown it.
  const { error } = await openTables(shop)
    .from('orders')
    .update({ payment_status: 'refunded' })
    .eq('id', idOf(7));
  expect(error).toBeNull();
  await admin.getByLabel('Carrier').fill('UPS');
  const column = Array.from({ length: count }, (_, index) => `1Z PACKED ${index}`).join('\r\n');
  await admin.evaluate((text) => navigator.clipboard.writeText(text), column);
  await first.focus();
  await admin.keyboard.press('ControlOrMeta+V');
  await expect(admin.getByText(`${count} numbers were filled in.`)).toBeVisible();
  await admin.getByRole('button', { name: `Ship ${count} orders` }).press('Enter');
  const question = admin.getByRole('alertdialog');
  await expectAccessible(admin);
  await question.getByRole('button', { name: `Ship ${count} orders` }).press('Enter');

  const report = admin.getByRole('region', { name: 'Report' });
  await expect(report).toContainText('44 orders were shipped.');
  await expect(report).toContainText(`#${numberOf(7)}`);
  await expect(report).toContainText('This order was refunded.');
  await expectAccessible(admin);
  await expectNoSideScroll(admin);
  const { data } = await openTables(shop)
    .from('shipments')
    .select('order_id, tracking_number')
    .like('tracking_number', '1Z PACKED %');
  expect(data).toHaveLength(44);
  expect(data).toContainEqual({ order_id: idOf(44), tracking_number: '1Z PACKED 44' });
  const recipients = async () =>
    (await readMails(shop.sandbox))
      .filter(({ text }) => text.includes('1Z PACKED'))
      .flatMap(({ to }) => to);
  await expect.poll(recipients).toHaveLength(44);
  expect(new Set(await recipients()).size).toBe(44);
});
