import type { Page } from 'playwright/test';
import { sandboxClient } from '#tests/money/sandbox-client.ts';
import { expect, test, toast } from './shop-test.ts';

const methods = ['Card', 'PayPal'] as const;

/** Pays for an order in a way that takes the bank days; afterwards, the success page is open. */
async function payByBank(page: Page, method: (typeof methods)[number], sandbox: string) {
  const provider = sandboxClient(sandbox, '');
  await page.goto('/product/pure-himalayan-shilajit-resin-30g');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await page.goto('/checkout');
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check();
  await page.getByRole('button', { name: new RegExp(`^Pay \\$[\\d.]+ with ${method}$`) }).click();
  await page.waitForURL(/\/stripe\/pay\/|\/paypal\/checkoutnow/);
  const paid =
    method === 'Card'
      ? await provider.pay(page.url(), { method: 'us_bank_account' })
      : await provider.approve(page.url(), { funding: 'pending' });
  await page.goto(paid.headers.get('location') ?? paid.url);
  await expect(
    page.getByRole('heading', { name: 'Your payment is on its way', level: 1 }),
  ).toBeVisible();
  const reference = new URL(page.url()).searchParams;
  return {
    async settle(outcome: 'succeeded' | 'failed'): Promise<void> {
      if (method === 'Card') {
        await provider.control(`sessions/${reference.get('session_id')}/settle`, { outcome });
        return;
      }
      const orders = await provider.paypalOrders();
      const order = orders.find(({ id }) => id === reference.get('token'));
      const money = order?.purchase_units[0]?.payments?.captures[0]?.id;
      const status = outcome === 'failed' ? 'DECLINED' : 'COMPLETED';
      await provider.paypalControl(`captures/${money}/settle`, { status });
    },
  };
}

const cartCount = (page: Page) => page.getByTestId('cart-count');

for (const method of methods) {
  test.describe(`a payment by ${method} that the bank has yet to make`, () => {
    test.use({ expectedErrors: /status of 40[29]/ });

    test('leaves the cart alone, and still does when it fails', async ({ page, shop }) => {
      const payment = await payByBank(page, method, shop.sandbox);
      const tab = await page.context().newPage();
      await tab.goto('/about');
      await expect(cartCount(tab)).toHaveText('1');
      await tab.goto('/checkout');
      const notice = tab.getByRole('region', { name: 'Your payment is on its way' });
      await expect(notice).toBeVisible();
      await expect(notice.getByRole('button', { name: 'Order it again' })).toBeVisible();
      await payment.settle('failed');
      await expect(page.getByText(/You were not charged|you were not charged/)).toBeVisible({
        timeout: 40_000,
      });
      await expect(page.getByText(/Your cart is unchanged/)).toBeVisible();
      await page.getByRole('link', { name: 'Back to checkout' }).click();
      await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled();
      await expect(page).toHaveURL(/\/checkout/);
    });

    test('empties the cart once it is made', async ({ page, shop }) => {
      const payment = await payByBank(page, method, shop.sandbox);
      await page.close();
      const tab = await page.context().newPage();
      await tab.goto('/about');
      await expect(cartCount(tab)).toHaveText('1');
      await payment.settle('succeeded');
      await tab.reload();
      await expect(toast(tab, 'Your payment went through')).toBeVisible();
      await expect(cartCount(tab)).toHaveCount(0);
    });
  });
}
