import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, secretKey, toast } from './shop-test.ts';

test('three counts, recent activity, sales and what needs attention', async ({ admin, shop }) => {
  const insert = (table: string, rows: object) =>
    fetch(`${shop.origin}/rest/v1/${table}`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(rows),
    });
  const now = new Date().toISOString();
  const order = {
    email: 'noor@mail.example',
    address: 'x',
    total_amount: 79.8,
    order_items: [{ name: 'Pure Resin', weight: '30g', price: 39.9, quantity: 2 }],
  };
  await insert('orders', [
    { ...order, name: 'Noor Paid', payment_status: 'paid', paid_at: now },
    { ...order, name: 'Noor Review', payment_status: 'review', paid_at: null },
    { ...order, name: 'Noor Gone', payment_status: 'expired', paid_at: null },
  ]);
  await insert('contacts', {
    name: 'Ines Asks',
    email: 'i@mail.example',
    phone: '1',
    message: '?',
  });

  await admin.goto('/admin/dashboard');
  for (const label of ['Total Products', 'Total Orders', 'Contact Messages']) {
    await expect(admin.getByRole('main').getByText(label)).toBeVisible();
  }
  const activity = admin.getByRole('region', { name: 'Recent Activity' });
  await expect(activity.getByRole('columnheader')).toHaveText(['Event', 'User', 'Date']);
  await expect(activity.getByText('Noor Paid')).toBeVisible();
  await expect(activity.getByText('Ines Asks')).toBeVisible();
  await expect(activity.getByText('Noor Gone')).toHaveCount(0);
  await expect(activity.getByRole('row')).toHaveCount(6);
  const attention = admin.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByText('payment to review')).toBeVisible();
  await expect(attention.getByText('unanswered message')).toBeVisible();
  const sales = admin.getByRole('region', { name: 'Sales', exact: true });
  await expect(sales.getByText('Pure Resin')).toBeVisible();
  for (const label of ['Net sales', 'Gross sales', 'Refunds and chargebacks']) {
    await expect(sales.getByRole('button', { name: label })).toContainText('$');
  }
  await sales.getByText('Show as a table').click();
  await expect(sales.getByRole('row')).toHaveCount(31);
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);
});

test('low stock leads to the products that are low', async ({ admin, shop }) => {
  const product = (method: string, query: string, body?: object) =>
    fetch(`${shop.origin}/rest/v1/products${query}`, {
      method,
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const counted = [2, 900].map((stock) => ({ name: `Counted ${stock}`, price: 1, stock }));
  await product('POST', '', counted);
  await admin.goto('/admin/dashboard');
  const attention = admin.getByRole('region', { name: 'Needs attention' });
  await attention.getByRole('link', { name: /low or sold out/ }).click();
  await expect(admin).toHaveURL(/\/admin\/products\?stock=low/);
  await expect(admin.getByRole('link', { name: 'Counted 2', exact: true })).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Counted 900' })).toHaveCount(0);
  await product('DELETE', '?name=like.Counted*');
});

test.describe('without anything to show', () => {
  test.use({ expectedErrors: /status of 5\d\d/ });

  test('No recent activity', async ({ admin }) => {
    await admin.route(/\/rest\/v1\/(products|contacts|orders)\?/, (route) =>
      route.fulfill({ json: [] }),
    );
    await admin.goto('/admin/dashboard');
    await expect(admin.getByText('No recent activity')).toBeVisible();
  });

  test('Error fetching dashboard data', async ({ admin }) => {
    await admin.route('**/rest/v1/rpc/admin_overview*', (route) =>
      route.fulfill({ status: 500, json: { message: 'broken' } }),
    );
    await admin.goto('/admin/dashboard');
    await expect(toast(admin, 'Error fetching dashboard data')).toBeVisible();
  });
});

test.describe('a screen that cannot be loaded', () => {
  test.use({
    expectedErrors: /Failed to load resource|Part of the page could not be loaded/,
  });

  test('reports the failure in place, and loads on retry', async ({ admin }) => {
    await admin.route('**/assets/testimonials-screen-*.js', (route) => route.abort());
    await admin.goto('/admin/testimonials');
    await expect(
      admin.getByRole('heading', { name: 'This screen could not be displayed', level: 1 }),
    ).toBeVisible();
    const notice = admin.getByRole('main').getByRole('alert');
    await expect(notice).toContainText('This part of the page could not be loaded.');
    await expectAccessible(admin);
    await admin.getByRole('link', { name: 'Dashboard' }).click();
    await expect(admin.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

    await admin.getByRole('link', { name: 'Testimonials' }).click();
    await expect(notice).toBeVisible();
    await admin.unroute('**/assets/testimonials-screen-*.js');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(admin.getByRole('heading', { name: 'Testimonials', level: 1 })).toBeVisible();
  });
});
