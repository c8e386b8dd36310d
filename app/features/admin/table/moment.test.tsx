import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import OrdersScreen from '../orders/orders-screen.tsx';

it('shows moments and asks for days in the time zone of the shop, not of the browser', async () => {
  const order = {
    id: '10000000-0000-4000-8000-000000000001',
    name: 'Maya Stone',
    email: 'maya@mail.example',
    total_amount: 39.9,
    status: 'pending',
    payment_status: 'paid',
    created_at: '2026-11-20T02:00:00Z',
    updated_at: '2026-11-20T02:00:00Z',
  };
  const calls = answerCalls(({ path }) => ({
    body: path.endsWith('/rpc/admin_list') ? { rows: [order], total: 1 } : {},
  }));
  await renderAdmin('/admin/orders?from=2026-11-19&until=2026-11-19', <OrdersScreen />);
  await expect.element(page.getByText(/^Nov 19, 2026, 9:00\sPM$/).first()).toBeVisible();
  const asked = calls.find(({ path }) => path.endsWith('/rpc/admin_list'));
  expect(asked?.body.filters.created_at).toEqual({
    from: '2026-11-19 00:00 America/New_York',
    until: '2026-11-19 24:00 America/New_York',
  });
});
