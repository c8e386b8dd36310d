import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import CustomersScreen from './customers-screen.tsx';

const customer = {
  ...{ id: '10000000-0000-4000-8000-000000000001', name: 'Maya Stone', orders: 60 },
  ...{ email: 'maya@mail.example', spent_cents: 123450 },
  ...{ created_at: '2026-01-05T12:00:00Z', last_order_at: '2026-11-20T12:00:00Z' },
};
const order = {
  ...{ id: 'aaaaaaaa-0000-4000-8000-000000000001', created_at: '2026-11-20T12:00:00Z' },
  ...{ total_amount: 39.9, status: 'shipped', payment_status: 'paid', discount_code: null },
};
const screens = (
  <Routes>
    <Route path="/admin/customers/*" element={<CustomersScreen />} />
  </Routes>
);

it('lists customers, by the last order first', async () => {
  const calls = answerCalls(() => ({ body: { rows: [customer], total: 1 } }));
  await renderAdmin('/admin/customers?q=maya', screens);
  await expect.element(page.getByRole('link', { name: /Maya Stone/ })).toBeVisible();
  await expect.element(page.getByText('$1,234.50')).toBeVisible();
  expect(calls[0]?.body).toMatchObject({
    ...{ list: 'customers', search: 'maya', sort: 'last_order_at', ascending: false },
  });
});

it('shows one with orders, messages and notes, and erases after a question', async () => {
  let refused = true;
  const calls = answerCalls(({ path }) => {
    if (path.includes('rpc/admin_customer')) {
      const message = {
        id: 'm',
        created_at: order.created_at,
        message: 'Hello',
        answered_at: null,
      };
      return { body: { customer, account: null, orders: [order], messages: [message] } };
    }
    if (path.includes('erase-customer') && refused) {
      refused = false;
      const message =
        'One order is still to be shipped, which requires the address. Ship or cancel first.';
      return { status: 409, body: { error: { code: 'orders_open', message } } };
    }
    return { body: path.includes('admin_list') ? { rows: [], total: 0 } : [] };
  });
  await renderAdmin(`/admin/customers/${customer.id}`, screens);
  await expect.element(page.getByRole('heading', { name: 'Maya Stone' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '#aaaaaaaa' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All 60 orders' })).toBeVisible();
  await expect.element(page.getByText('Not answered yet')).toBeVisible();
  await expect.element(page.getByText('Buys as a guest')).toBeVisible();
  const erase = async () => {
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByRole('button', { name: 'Erase customer' }).click();
  };
  await erase();
  await expect.element(page.getByText('One order is still to be shipped')).toBeVisible();
  await erase();
  await expect.element(page.getByText('No customers found')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('erase-customer'))).toMatchObject([
    { body: { customerId: customer.id } },
    { body: { customerId: customer.id } },
  ]);
});
