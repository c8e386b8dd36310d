import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import OrdersScreen from './orders-screen.tsx';

const order = {
  ...{ id: '10000000-0000-4000-8000-000000000001', name: 'Maya', email: 'maya@mail.example' },
  ...{ total_amount: 20, payment_status: 'partially_refunded', status: 'pending' },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
};
const own = { id: 'own', amount_cents: 2000, currency: 'USD', standing: 'settled' };
const extra = { ...own, id: 'extra', standing: 'surplus' };
const refund = (amount_cents: number, state = 'succeeded', payment_id = 'own') => ({
  ...{ payment_id, amount_cents, state },
});

it.each([
  [
    'all that was paid',
    { payments: [own], refunds: [], disputes: [] },
    /\$20\.00 was paid\. Refund it, or/,
  ],
  [
    'the rest of it',
    {
      ...{ payments: [own], disputes: [] },
      refunds: [refund(500), refund(250, 'requested'), refund(300, 'failed')],
    },
    /\$20\.00 was paid\. Refund the remaining \$12\.50, or/,
  ],
  [
    'its own payment alone',
    { payments: [extra, own], refunds: [refund(2000, 'succeeded', 'extra')], disputes: [] },
    /\$20\.00 was paid\. Refund it, or/,
  ],
  [
    'no amount in dollars of a payment in another currency',
    { payments: [{ ...own, currency: 'EUR' }], refunds: [], disputes: [] },
    /\$20\.00 was paid\. Refund the remaining amount, or/,
  ],
  [
    'nothing after a dispute took a part',
    { payments: [own], refunds: [], disputes: [{ payment_id: 'own', state: 'lost' }] },
    /\$20\.00 was paid, and nothing of it is left to refund\./,
  ],
  ['no amount that could not be read', null, /\$20\.00 was paid\. Refund the remaining amount, or/],
])('names what would be refunded with a canceled order: %s', async (_, read, text) => {
  answerCalls(({ path }) => {
    if (path.endsWith('/rpc/admin_list')) return { body: { rows: [order], total: 1 } };
    if (!path.startsWith('/rest/v1/orders')) return { body: [] };
    return read ? { body: [{ id: order.id, ...read }] } : broken;
  });
  await renderAdmin('/admin/orders', <OrdersScreen />);
  await page.getByLabelText('Status of order 10000000').selectOptions('cancelled');
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(text);
});

it('cancels without a refund where nothing is left to refund', async () => {
  const disputes = [{ payment_id: 'own', state: 'lost' }];
  const calls = answerCalls(({ method, path }) => {
    if (path.endsWith('/rpc/admin_list')) return { body: { rows: [order], total: 1 } };
    if (method === 'PATCH') return { body: [{ id: order.id }] };
    if (!path.startsWith('/rest/v1/orders')) return { body: [] };
    return { body: [{ id: order.id, payments: [own], refunds: [], disputes }] };
  });
  await renderAdmin('/admin/orders', <OrdersScreen />);
  await page.getByLabelText('Status of order 10000000').selectOptions('cancelled');
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  expect(dialog.getByText('Put back in stock').elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel without refund' }).click();
  await expect
    .poll(() => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body))
    .toEqual([{ status: 'cancelled' }]);
  expect(calls.filter(({ path }) => path.includes('refund-order'))).toEqual([]);
});
