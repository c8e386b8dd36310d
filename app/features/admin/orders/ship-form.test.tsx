import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import type { WholeOrder } from './read-order.ts';
import { ShipForm } from './ship-form.tsx';

it('keeps the next tracking number that is typed while a shipment is being recorded', async () => {
  const gate = Promise.withResolvers<void>();
  answerCalls(async () => {
    await gate.promise;
    return { body: { alreadyShipped: false } };
  });
  const order = { id: '10000000-0000-4000-8000-000000000001', updated_at: '2026-11-20T12:00:00Z' };
  const whole = { order, shipments: [], refunds: [], disputes: [] } as unknown as WholeOrder;
  await renderAdmin('/admin/orders', <ShipForm whole={whole} />);
  const tracking = page.getByLabelText('Tracking number');
  await page.getByLabelText('Carrier').fill('UPS');
  await tracking.fill('1Z FIRST');
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await tracking.fill('1Z SECOND');
  gate.resolve();
  await expect.element(page.getByText('Order shipped')).toBeVisible();
  await expect.element(tracking).toHaveValue('1Z SECOND');
  await expect.element(page.getByLabelText('Carrier')).toHaveValue('UPS');
});

it('keeps what was typed when its dialog is closed and opened again', async () => {
  answerCalls(() => ({ body: {} }));
  const order = { id: '10000000-0000-4000-8000-000000000002', updated_at: '2026-11-20T12:00:00Z' };
  const whole = { order, shipments: [], refunds: [], disputes: [] } as unknown as WholeOrder;
  const first = await renderAdmin('/admin/orders', <ShipForm whole={whole} />);
  await page.getByLabelText('Carrier').fill('UPS');
  await page.getByLabelText('Tracking number').fill('1Z TYPED');
  await first.unmount();
  await renderAdmin('/admin/orders', <ShipForm whole={whole} />);
  await expect.element(page.getByLabelText('Tracking number')).toHaveValue('1Z TYPED');
  await expect.element(page.getByLabelText('Carrier')).toHaveValue('UPS');
});

it('ships from a recalled batch only after saying so, and names it in the second call', async () => {
  const calls = answerCalls(({ body }) =>
    body?.confirmedBatches
      ? { body: { alreadyShipped: false } }
      : {
          status: 409,
          body: { error: { code: 'batch_withheld', message: 'Batch SH2041 was recalled.' } },
        },
  );
  const item = { id: 'p', name: 'Pure Resin', weight: '30g', price: 10, quantity: 2 };
  const order = {
    ...{ id: '10000000-0000-4000-8000-000000000003', updated_at: '2026-11-20T12:00:00Z' },
    order_items: [item, item],
  };
  const batch = (code: string, status: string, line = 0) => ({
    ...{ line, quantity: 1 },
    batch: { id: code, code, status },
  });
  // The second line was refunded, so nothing of it ships.
  const lines = { lines: [{ line: 1, quantity: 2 }], delivery: false, restock: false };
  const whole = {
    ...{ order, shipments: [], refunds: [{ state: 'succeeded', amount_cents: 2000, lines }] },
    order_line_batches: [
      batch('SH2041', 'recalled'),
      batch('SH2042', 'released'),
      batch('SH2043', 'recalled', 1),
    ],
  } as unknown as WholeOrder;
  await renderAdmin('/admin/orders', <ShipForm whole={whole} />);
  await page.getByLabelText('Carrier').fill('UPS');
  await page.getByLabelText('Tracking number').fill('1Z LEFT');
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'press the button again' }))
    .toMatchTextContent(/Batch SH2041 was recalled\./);
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await expect.element(page.getByText('Order shipped')).toBeVisible();
  const sent = calls.filter(({ path }) => path.includes('ship-order'));
  expect(sent.map(({ body }) => body.confirmedBatches)).toEqual([undefined, ['SH2041']]);
  await expect.element(page.getByText('press the button again')).not.toBeInTheDocument();
});
