import type { Page } from 'playwright/test';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { expect, test } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { buyByCard, type PaidOrder } from './paid-orders.ts';
import { expectAccessible, expectNoSideScroll, secretKey, toast } from './shop-test.ts';

const price = '$39.90';

async function openOrder(page: Page, { id, number }: PaidOrder) {
  await page.goto(`/admin/orders?order=${id}`);
  const dialog = page.getByRole('dialog', { name: `Order #${number}` });
  await expect(dialog.getByRole('region', { name: 'Timeline' })).toBeVisible();
  return dialog;
}

const question = (page: Page) => page.getByRole('alertdialog');

/** The subjects of the customer's emails, oldest first, once this many have arrived. */
const subjectsTo = async ({ sandbox }: ShopProcess, { email }: PaidOrder, count: number) =>
  (await waitForMails(sandbox, email, count)).map(({ subject }) => subject).reverse();

test('Refund refunds everything and emails the customer', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  const dialog = await openOrder(admin, order);
  await expect(dialog.getByLabel(`Amount, up to ${price}`)).toHaveValue('39.90');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(question(admin)).toContainText(`Refund ${price}?`);
  await expectAccessible(admin);
  await question(admin).getByRole('button', { name: 'Refund' }).click();
  await expect(toast(admin, 'Refund sent')).toBeVisible();
  await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible();
  await expect(dialog.getByText(`${price} refund: succeeded`)).toBeVisible();
  await expect(dialog.getByRole('form', { name: 'Refund order' })).toHaveCount(0);
  expect(await subjectsTo(shop, order, 2)).toEqual([
    expect.stringContaining('is confirmed'),
    `Your refund of ${price} for order ${order.number}`,
  ]);
});

test('Refund refunds a part, and never more than is left', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  const dialog = await openOrder(admin, order);
  for (const wrong of ['40', '0', 'ten']) {
    await dialog.getByLabel(`Amount, up to ${price}`).fill(wrong);
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText(`Enter an amount up to ${price}.`)).toBeVisible();
  }
  await dialog.getByLabel(`Amount, up to ${price}`).fill('9.90');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await question(admin).getByRole('button', { name: 'Refund' }).click();
  await expect(toast(admin, '$9.90')).toBeVisible();
  await expect(dialog.getByText('Partially refunded', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Amount, up to $30.00')).toHaveValue('30.00');
  expect((await subjectsTo(shop, order, 2))[1]).toContain('$9.90');
});

test('Refund gives back an extra payment first, and leaves the order paid', async ({
  admin,
  shop,
}) => {
  const [order, again] = [await buyByCard(shop), await buyByCard(shop)];
  const answer = await fetch(`${shop.origin}/rest/v1/payments?order_id=eq.${again.id}`, {
    method: 'PATCH',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: order.id, standing: 'surplus' }),
  });
  expect(answer.ok).toBe(true);
  const dialog = await openOrder(admin, order);
  await expect(dialog.getByRole('radio', { name: `Extra payment, ${price}` })).toBeChecked();
  await expect(dialog.getByLabel(`Amount, up to ${price}`)).toHaveValue('39.90');
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(question(admin)).toContainText(`Refund ${price} of the extra payment?`);
  await question(admin).getByRole('button', { name: 'Refund' }).click();
  await expect(toast(admin, 'Refund sent')).toBeVisible();
  await expect(dialog.getByText('Paid', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: 'Payment for the order' })).toBeChecked();
});

test('Refund refunds chosen items and says whether they go back in stock', async ({
  admin,
  shop,
}) => {
  const order = await buyByCard(shop);
  const dialog = await openOrder(admin, order);
  const items = dialog.getByRole('region', { name: 'Refund' }).getByRole('combobox');
  await dialog.getByLabel(`Amount, up to ${price}`).fill('1.00');
  await items.first().selectOption({ label: '1 of 1' });
  await expect(dialog.getByLabel(`Amount, up to ${price}`)).toHaveValue('39.90');
  await dialog.getByLabel('Put back in stock').check();
  await expectAccessible(admin);
  const sent = admin.waitForRequest('**/functions/v1/refund-order');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await question(admin).getByRole('button', { name: 'Refund' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    amount: '39.90',
    parts: { lines: [{ line: 0, quantity: 1 }], delivery: false, restock: true },
  });
  await expect(toast(admin, 'Refund sent')).toBeVisible();
  await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible();
});

test('Mark shipped records the shipment and emails the tracking link', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  const dialog = await openOrder(admin, order);
  const ship = async (button: string) => {
    await dialog.getByLabel('Carrier').fill('UPS');
    await dialog.getByLabel('Tracking number').fill('1Z999AA1');
    await dialog.getByRole('button', { name: button }).click();
  };
  await ship('Mark shipped');
  await expect(toast(admin, 'Order shipped')).toBeVisible();
  await expect(dialog.getByLabel(`Status of order ${order.number}`)).toHaveValue('shipped');
  const link = 'https://www.ups.com/track?tracknum=1Z999AA1';
  await expect(dialog.getByRole('link', { name: '1Z999AA1' })).toHaveAttribute('href', link);
  await expect(dialog.getByText('Shipped with UPS, 1Z999AA1')).toBeVisible();
  const mails = await waitForMails(shop.sandbox, order.email, 2);
  expect(mails[0]?.subject).toContain('is on its way');
  expect(mails[0]?.text).toContain(link);
  await ship('Add shipment');
  await expect(toast(admin, 'This shipment was already recorded')).toBeVisible();
});

test.describe('what has changed meanwhile', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is not shipped without asking: the dialog says what changed', async ({
    admin,
    shop,
    ownerSession,
    publishableKey,
  }) => {
    const order = await buyByCard(shop);
    const dialog = await openOrder(admin, order);
    const refund = async (amount?: string) => {
      const answer = await fetch(`${shop.origin}/functions/v1/refund-order`, {
        method: 'POST',
        headers: {
          apikey: publishableKey,
          authorization: `Bearer ${JSON.parse(ownerSession).access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ orderId: order.id, amount }),
      });
      expect(answer.status).toBe(200);
    };
    await dialog.getByLabel('Carrier').fill('UPS');
    await dialog.getByLabel('Tracking number').fill('1Z STALE');
    await refund('1.00');
    await dialog.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(toast(admin, 'Shipping failed')).toBeVisible();
    const alert = dialog.getByRole('alert').filter({ hasText: 'nothing was shipped' });
    await expect(alert).toContainText('Payment: Paid → Partially refunded');
    await expect(alert).toContainText('Refunded: $0.00 → $1.00');
    await expectAccessible(admin);
    await admin.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(admin);
    await expect(dialog.getByLabel('Tracking number')).toHaveValue('1Z STALE');
    await dialog.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(toast(admin, 'Order shipped')).toBeVisible();
    await expect(alert).toHaveCount(0);

    await dialog.getByLabel('Carrier').fill('UPS');
    await dialog.getByLabel('Tracking number').fill('1Z SECOND');
    await refund();
    await dialog.getByRole('button', { name: 'Add shipment' }).click();
    await expect(toast(admin, 'This order was refunded.')).toBeVisible();
    await expect(dialog.getByRole('form', { name: 'Ship order' })).toHaveCount(0);
  });

  test('is not canceled and refunded without asking', async ({ admin, shop }) => {
    const order = await buyByCard(shop);
    const dialog = await openOrder(admin, order);
    const answer = await fetch(`${shop.origin}/rest/v1/orders?id=eq.${order.id}`, {
      method: 'PATCH',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'processing' }),
    });
    expect(answer.ok).toBe(true);
    await dialog.getByLabel(`Status of order ${order.number}`).selectOption('cancelled');
    await question(admin).getByRole('button', { name: 'Cancel and refund' }).click();
    await expect(question(admin)).toContainText('Status: Pending → Processing');
    await question(admin).getByRole('button', { name: 'Set to Cancelled' }).click();
    await expect(toast(admin, 'Refund sent')).toBeVisible();
    await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible();
    await expect(dialog.getByLabel(`Status of order ${order.number}`)).toHaveValue('cancelled');
  });
});

test('Resend email sends the confirmation again', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  await waitForMails(shop.sandbox, order.email, 1);
  const dialog = await openOrder(admin, order);
  await dialog.getByRole('button', { name: 'Resend email' }).click();
  await expect(admin.getByRole('menuitem')).toHaveText(['Order confirmation']);
  await admin.getByRole('menuitem', { name: 'Order confirmation' }).click();
  await expect(toast(admin, 'Email sent again')).toBeVisible();
  const [first, second] = await subjectsTo(shop, order, 2);
  expect(second).toBe(first);
});

test('Email is on its way, while the mail server refuses', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  await waitForMails(shop.sandbox, order.email, 1);
  const dialog = await openOrder(admin, order);
  await fetch(`${shop.sandbox}/chaos`, {
    method: 'POST',
    body: JSON.stringify({ smtp: { reject: 1 } }),
  });
  await dialog.getByRole('button', { name: 'Resend email' }).click();
  await admin.getByRole('menuitem', { name: 'Order confirmation' }).click();
  await expect(toast(admin, 'Email is on its way')).toBeVisible();
});

test('canceling a paid order refunds it on request', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  const dialog = await openOrder(admin, order);
  await dialog.getByLabel(`Status of order ${order.number}`).selectOption('cancelled');
  await expect(question(admin)).toContainText(`Cancel order #${order.number}?`);
  await question(admin).getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(toast(admin, 'Order status updated')).toBeVisible();
  await expect(toast(admin, 'Refund sent')).toBeVisible();
  await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible();
  expect((await subjectsTo(shop, order, 3)).slice(1).sort()).toEqual([
    expect.stringContaining('was canceled'),
    expect.stringContaining('refund'),
  ]);
});

test('canceling an order that was paid twice names the payment that is left', async ({
  admin,
  shop,
}) => {
  const order = await buyByCard(shop);
  const { error } = await openTables(shop)
    .from('payments')
    .insert({
      order_id: order.id,
      provider: 'stripe',
      reference: `pi_extra_${order.number}`,
      amount_cents: 3990,
      currency: 'USD',
      standing: 'surplus',
    });
  expect(error).toBeNull();
  const dialog = await openOrder(admin, order);
  await dialog.getByLabel(`Status of order ${order.number}`).selectOption('cancelled');
  await question(admin).getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(toast(admin, 'An extra payment is left')).toBeVisible();
  const named = `Order #${order.number} was paid twice: ${price} is still to be refunded from the order.`;
  await expect(admin.getByText(named)).toBeVisible();
  await expect(dialog.getByLabel(`Amount, up to ${price}`)).toBeVisible();
});

test('canceling with a refund puts the items back in stock on request', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  const dialog = await openOrder(admin, order);
  await dialog.getByLabel(`Status of order ${order.number}`).selectOption('cancelled');
  await question(admin).getByLabel('Put back in stock').check();
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);
  const sent = admin.waitForRequest('**/functions/v1/refund-order');
  await question(admin).getByRole('button', { name: 'Cancel and refund' }).click();
  expect((await sent).postDataJSON()).toEqual({
    orderId: order.id,
    cancel: { seen: { updatedAt: expect.any(String) }, tell: true },
    amount: '39.90',
    parts: { lines: [{ line: 0, quantity: 1 }], delivery: false, restock: true },
  });
  await expect(toast(admin, 'Refund sent')).toBeVisible();
  await expect(dialog.getByText(`${price} refund: succeeded, for 1 × `)).toBeVisible();
});

test.describe('cut off between two orders', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });

  test('canceling with a refund leaves none canceled whose money was kept', async ({
    admin,
    shop,
  }) => {
    const orders = [await buyByCard(shop), await buyByCard(shop)];
    await admin.goto('/admin/orders');
    for (const { number } of orders) {
      await admin.getByRole('checkbox', { name: `Select order ${number}` }).check();
    }
    await admin.getByLabel('Set status of the selected orders').selectOption('cancelled');
    await expect(question(admin)).toContainText('Cancel 2 paid orders?');
    let refunds = 0;
    await admin.route('**/functions/v1/*', async (route) => {
      if (route.request().url().endsWith('/refund-order')) refunds += 1;
      await (refunds < 2 ? route.continue() : route.abort());
    });
    await question(admin).getByRole('button', { name: 'Cancel and refund' }).click();
    await expect(toast(admin, 'Refund failed')).toBeVisible();
    const ids = orders.map(({ id }) => id).join();
    const answer = await fetch(
      `${shop.origin}/rest/v1/orders?id=in.(${ids})&select=status,payment_status&order=status`,
      { headers: { apikey: secretKey } },
    );
    expect(await answer.json()).toEqual([
      { status: 'cancelled', payment_status: 'refunded' },
      { status: 'pending', payment_status: 'paid' },
    ]);
  });
});

test.describe('a replacement whose stock has gone since', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('stays cancelled, and the screen says why', async ({
    admin,
    shop,
    ownerSession,
    publishableKey,
  }) => {
    const send = async (
      method: string,
      path: string,
      headers: Record<string, string>,
      body?: object,
    ) => {
      const answer = await fetch(`${shop.origin}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const said = await answer.text();
      expect(answer.ok, said).toBe(true);
      return JSON.parse(said);
    };
    const service = { apikey: secretKey };
    const jar = { name: 'Last jar', price: 10, weight_type: '30g', stock: 1 };
    const [product] = await send('POST', '/rest/v1/products', service, jar);
    const replaced = await buyByCard(shop);
    const { orderId } = await send(
      'POST',
      '/functions/v1/create-manual-order',
      {
        apikey: publishableKey,
        authorization: `Bearer ${JSON.parse(ownerSession).access_token}`,
        'idempotency-key': replaced.id,
      },
      {
        items: [{ id: product.id, name: jar.name, weight: '30g', price: 10, quantity: 1 }],
        customer: { name: 'Rowan Vale', email: '', phone: '', address: '1 Main St' },
        payment: { kind: 'replacement', replaces: replaced.id, reason: 'Arrived broken' },
      },
    );
    const number = orderId.slice(0, 8);
    await openOrder(admin, { ...replaced, id: orderId, number });
    const status = admin.getByRole('dialog').getByLabel(`Status of order ${number}`);
    await status.selectOption('cancelled');
    await expect(toast(admin, 'Order status updated')).toBeVisible();
    await expect(admin.getByText('Status: Pending → Cancelled')).toBeVisible();
    const here = `/rest/v1/products?id=eq.${product.id}`;
    await send('PATCH', here, service, { stock: 0 });
    await status.selectOption('pending');
    await expect(toast(admin, 'Order status not changed')).toBeVisible();
    await expect(
      toast(
        admin,
        `Order #${number} stays canceled: its stock was put back, and Last jar is sold out.`,
      ),
    ).toBeVisible();
    await expect(status).toHaveValue('cancelled');
    await admin.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(admin);
    await send('DELETE', here, service);
  });
});

test('a payment in review is accepted: paid, and confirmed to the customer', async ({
  admin,
  shop,
}) => {
  const order = await buyByCard(shop, { total: 50 });
  const dialog = await openOrder(admin, order);
  const review = dialog.getByRole('region', { name: 'Payment in review' });
  await expect(review).toContainText(`${price} was received, $50.00 was expected.`);
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);
  await review.getByRole('button', { name: 'Accept payment' }).click();
  await question(admin).getByRole('button', { name: 'Accept payment' }).click();
  await expect(toast(admin, 'Payment accepted')).toBeVisible();
  await expect(review).toHaveCount(0);
  await expect(dialog.getByText('Payment: Review → Paid')).toBeVisible();
  await expect(dialog.getByRole('form', { name: 'Ship order' })).toBeVisible();
  expect(await subjectsTo(shop, order, 1)).toEqual([expect.stringContaining('is confirmed')]);
});

test('the packing slip shows address and items, and no price', async ({ admin, context, shop }) => {
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const order = await buyByCard(shop);
  const dialog = await openOrder(admin, order);
  const opening = admin.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Packing slip' }).click();
  const slip = await opening;
  await expect(slip.getByRole('heading', { level: 1 })).toHaveText(`Packing slip #${order.number}`);
  for (const text of ['Ship to', 'Rowan Vale', '1 Main St', 'Pure Himalayan Shilajit Resin']) {
    await expect(slip.getByText(text).first()).toBeVisible();
  }
  await expect(slip.locator('body')).not.toContainText('$');
  await expect(slip.locator('body')).not.toContainText(order.email);
  await expect(slip.locator('html')).toHaveAttribute('data-printed');
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /status of (409|502|503)/ });

  const refuse = (page: Page, name: string) =>
    page.route(`**/functions/v1/${name}`, (route) =>
      route.fulfill({
        status: 502,
        json: { error: { code: 'provider_refused', message: `No ${name} today.` } },
      }),
    );

  test('reports each failure: refund, shipment, email', async ({ admin, shop }) => {
    const order = await buyByCard(shop);
    await refuse(admin, 'refund-order');
    await refuse(admin, 'ship-order');
    await refuse(admin, 'resend-order-email');
    const dialog = await openOrder(admin, order);
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await question(admin).getByRole('button', { name: 'Refund' }).click();
    await expect(toast(admin, 'Refund failed')).toBeVisible();
    await expect(toast(admin, 'No refund-order today.')).toBeVisible();
    await dialog.getByLabel('Carrier').fill('UPS');
    await dialog.getByLabel('Tracking number').fill('1Z');
    await dialog.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(toast(admin, 'Shipping failed')).toBeVisible();
    await dialog.getByRole('button', { name: 'Resend email' }).click();
    await admin.getByRole('menuitem', { name: 'Order confirmation' }).click();
    await expect(toast(admin, 'Email not sent')).toBeVisible();
  });

  test('refuses to accept a payment that someone else has handled', async ({ admin, shop }) => {
    const order = await buyByCard(shop, { total: 50 });
    await admin.route('**/functions/v1/accept-payment', (route) =>
      route.fulfill({
        status: 409,
        json: { error: { code: 'not_in_review', message: 'It is not in review.' } },
      }),
    );
    const dialog = await openOrder(admin, order);
    await dialog.getByRole('button', { name: 'Accept payment' }).click();
    await question(admin).getByRole('button', { name: 'Accept payment' }).click();
    await expect(toast(admin, 'Payment not accepted')).toBeVisible();
    await expect(toast(admin, 'It is not in review.')).toBeVisible();
  });
});
