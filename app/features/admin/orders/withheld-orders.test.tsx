import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import OrdersScreen from './orders-screen.tsx';

const order = {
  ...{ id: '10000000-0000-4000-8000-000000000001', name: 'Maya', email: 'maya@mail.example' },
  ...{ total_amount: 20, payment_status: 'paid', status: 'pending' },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
};
const packed = {
  id: order.id,
  order_items: [{ id: 'p', name: 'Pure Resin', weight: '30g', price: 10, quantity: 2 }],
  ...{ shipments: [] as object[], refunds: [] as object[] },
  order_line_batches: [
    { line: 0, quantity: 2, batch: { id: 'b', code: 'SH2041', status: 'recalled' } },
  ],
};

async function showOrders(read: object, shown: object = order): Promise<Call[]> {
  const calls = answerCalls(({ method, path }) => {
    if (path.endsWith('/rpc/admin_list')) return { body: { rows: [shown], total: 1 } };
    if (method === 'PATCH') return { body: [{ id: order.id }] };
    return { body: path.startsWith('/rest/v1/orders') ? [read] : [] };
  });
  await renderAdmin('/admin/orders', <OrdersScreen />);
  return calls;
}
const status = page.getByLabelText('Status of order 10000000');
const dialog = page.getByRole('alertdialog');
const writes = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'PATCH');

it('asks before an order with a recalled batch is set to shipped', async () => {
  const calls = await showOrders(packed);
  await status.selectOptions('shipped');
  await expect.element(dialog).toMatchTextContent(/Batch SH2041 was recalled\./);
  await dialog.getByRole('button', { name: 'Leave unchanged' }).click();
  await expect.element(status).toHaveValue('pending');
  expect(writes(calls)).toEqual([]);
  await status.selectOptions('delivered');
  await dialog.getByRole('button', { name: 'Set to Delivered' }).click();
  await expect.poll(() => writes(calls).map(({ body }) => body)).toEqual([{ status: 'delivered' }]);
});

it.each([
  ['that was shipped', packed, { ...order, status: 'shipped' }, 'delivered'],
  ['whose parcel is recorded', { ...packed, shipments: [{ id: 's' }] }, order, 'shipped'],
  [
    'whose items were refunded',
    { ...packed, refunds: [{ state: 'succeeded', lines: { lines: [{ line: 0, quantity: 2 }] } }] },
    order,
    'shipped',
  ],
  ['that is being packed', packed, order, 'processing'],
])('asks nothing about an order %s', async (_, read, shown, next) => {
  const calls = await showOrders(read, shown);
  await status.selectOptions(next);
  await expect.poll(() => writes(calls)).toHaveLength(1);
});
