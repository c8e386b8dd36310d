import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { OrderLines } from './order-lines.tsx';

const order = {
  ...{ id: '10000000-0000-4000-8000-000000000001', total_amount: 50.81 },
  order_items: [{ id: 'p', name: 'Resin', weight: '30g', price: 39.9, quantity: 1 }],
  ...{ subtotal_amount: 39.9, discount_amount: 3.99, discount_code: 'WELCOME10' },
  ...{ delivery_amount: 12, delivery_rate_name: 'Express', tax_amount: 2.9 },
  tax_included_amount: 0,
} as unknown as Parameters<typeof OrderLines>[0]['order'];

it('shows what the total of an order is made of', async () => {
  await renderAdmin('/admin/orders', <OrderLines order={order} sent={[]} />);
  const rows = page.getByRole('row');
  const read = () => rows.elements().map(({ textContent }) => textContent);
  await expect
    .poll(read)
    .toEqual(
      expect.arrayContaining([
        ...['Subtotal$39.90', 'Discount (WELCOME10)−$3.99', 'Shipping (Express)$12.00'],
        ...['Tax$2.90', 'Total$50.81'],
      ]),
    );
});
