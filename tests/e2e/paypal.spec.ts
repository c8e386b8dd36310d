import type { Page } from 'playwright/test';
import { readMails, waitForMails } from '#tests/fixtures/mailbox.ts';
import { expect, expectAccessible, expectNoSideScroll, test, toast } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin';

async function goToPaypal(page: Page): Promise<string> {
  await page.goto(product);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await page.goto('/checkout');
  await page.getByLabel('PayPal').check();
  await page.getByRole('button', { name: /^Pay \$[\d.]+ with PayPal$/ }).click();
  await page.waitForURL(/\/paypal\/checkoutnow\?token=/);
  return new URL(page.url()).searchParams.get('token') ?? '';
}

let payers = 0;

/** A customer whose address nobody else uses, so that emails can be told apart. */
async function fillIn(page: Page): Promise<string> {
  payers += 1;
  const email = `payer-${process.pid}-${payers}@mail.example`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  return email;
}

const approve = (page: Page) => page.getByRole('button', { name: /^Pay \$/ }).click();
const success = (page: Page) => page.getByRole('heading', { name: 'PayPal Payment Successful!' });
const cartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as unknown[]);

/** What anyone can read of an order with its token. */
async function readOrder(origin: string, orderToken: string) {
  const { publishableKey } = await (await fetch(`${origin}/config.json`)).json();
  const answer = await fetch(`${origin}/functions/v1/capture-paypal-payment`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ orderToken, payerId: 'X' }),
  });
  return (await answer.json()) as { orderDetails?: Record<string, unknown> };
}

test.describe('paying by PayPal', () => {
  test('approve: shows the order, clears the cart, sends one email', async ({ page, shop }) => {
    const token = await goToPaypal(page);
    await expectAccessible(page);
    await expectNoSideScroll(page);
    const email = await fillIn(page);
    const asked = Promise.withResolvers<void>();
    await page.route('**/functions/v1/capture-paypal-payment', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await approve(page);
    await page.waitForURL(/\/paypal-success\?token=/);
    await expect(page.getByText('Processing Payment...')).toBeVisible();
    asked.resolve();
    expect(new URL(page.url()).searchParams.get('token')).toBe(token);
    expect(new URL(page.url()).searchParams.get('PayerID')).toMatch(/^[A-Z0-9]{13}$/);
    await expect(success(page)).toBeVisible();
    await expect(toast(page, 'Payment successful')).toBeVisible();
    for (const shown of ['PayPal', 'Maya Stone', email, 'Pure Himalayan Shilajit Resin']) {
      await expect(page.getByRole('main').getByText(shown, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('main').getByText(/1 Ridge Road/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    expect(await cartOf(page)).toEqual([]);
    await waitForMails(shop.sandbox, email, 1);

    await page.getByRole('link', { name: 'Continue Shopping' }).click();
    await page.waitForURL(/\/products$/);
    await page.goBack();
    await expect(success(page)).toBeVisible();
    await page.reload();
    await expect(success(page)).toBeVisible();
    await expect(toast(page, 'Payment successful')).toHaveCount(0);
    expect((await readMails(shop.sandbox)).filter((mail) => mail.to.includes(email))).toHaveLength(
      1,
    );
  });

  test('a closed tab: the webhook alone captures', async ({ page, shop }) => {
    const token = await goToPaypal(page);
    const email = await fillIn(page);
    await page.route(/\/paypal-success\?/, (route) => route.fulfill({ body: 'The tab is gone.' }));
    await approve(page).catch(() => {});
    await page.close();
    await waitForMails(shop.sandbox, email, 1);
    expect((await readOrder(shop.origin, token)).orderDetails).toMatchObject({
      payment_status: 'paid',
      name: 'PayPal Customer',
      email: 'paypal@checkout.example',
    });
  });

  test('cancel: returns to checkout with a notice and the cart', async ({ page }) => {
    await goToPaypal(page);
    await page.getByRole('link', { name: 'Cancel and return to the shop' }).click();
    await page.waitForURL(/\/checkout\?canceled=1/);
    await expect(page.getByText(/you were not charged/i)).toBeVisible();
    expect(await cartOf(page)).toHaveLength(1);
  });

  test('not enough money: PayPal reports it, and another method pays', async ({ page }) => {
    await goToPaypal(page);
    await page.getByLabel('Balance that is not enough').check();
    await approve(page);
    await expect(page.getByText(/not enough for this payment/)).toBeVisible();
    await page.getByLabel('PayPal balance').check();
    await approve(page);
    await expect(success(page)).toBeVisible();
  });

  test('a double click on Pay makes one order', async ({ page }) => {
    await page.goto(product);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/create-paypal-order')) asked.push(request.url());
    });
    await page.goto('/checkout');
    await page.getByLabel('PayPal').check();
    await page.getByRole('button', { name: /with PayPal$/ }).dblclick();
    await page.waitForURL(/\/paypal\/checkoutnow\?token=/);
    expect(asked).toHaveLength(1);
    const token = new URL(page.url()).searchParams.get('token');
    await page.goBack();
    await page.getByLabel('PayPal').check();
    await page.getByRole('button', { name: /with PayPal$/ }).click();
    await page.waitForURL(/\/paypal\/checkoutnow\?token=/);
    expect(new URL(page.url()).searchParams.get('token')).toBe(token);
  });
});

test.describe('when it goes wrong', () => {
  test.use({ expectedErrors: /status of (40|50)\d/ });

  test('decline: shows a notice, keeps the cart, and another method pays the same order', async ({
    page,
  }) => {
    const token = await goToPaypal(page);
    await page.getByLabel(/Card that the bank declines/).check();
    await approve(page);
    await expect(toast(page, 'Payment processing error')).toBeVisible();
    await expect(page.getByText(/Please contact support\.$/).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'PayPal declined the payment' })).toBeVisible();
    await expectAccessible(page);
    expect(await cartOf(page)).toHaveLength(1);
    await page.getByRole('link', { name: 'Back to checkout' }).click();
    await expect(
      page.getByText(/PayPal declined the payment, and you were not charged/),
    ).toBeVisible();
    await expect(page.getByLabel('PayPal')).toBeChecked();
    await page.getByRole('button', { name: /with PayPal$/ }).click();
    await page.waitForURL(/\/paypal\/checkoutnow\?token=/);
    expect(new URL(page.url()).searchParams.get('token')).toBe(token);
    await approve(page);
    await expect(success(page)).toBeVisible();
  });

  test('PayPal is down: shows a notice, and Pay works again later', async ({ page, shop }) => {
    const chaos = (knobs: unknown) =>
      fetch(`${shop.sandbox}/chaos`, { method: 'POST', body: JSON.stringify(knobs) });
    await page.goto(product);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await page.goto('/checkout');
    await page.getByLabel('PayPal').check();
    await chaos({ api: { match: 'POST /paypal/v2/*', fail: { status: 500, times: 50 } } });
    await page.getByRole('button', { name: /with PayPal$/ }).click();
    await expect(toast(page, 'Processing PayPal payment...')).toBeVisible();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
    await expect(
      page.getByText('There was an error processing your PayPal payment. Please try again.'),
    ).toBeVisible();
    await chaos({ reset: true });
    await page.getByRole('button', { name: /with PayPal$/ }).click();
    await page.waitForURL(/\/paypal\/checkoutnow\?token=/);
  });

  test('an unknown token leaves the cart alone', async ({ page }) => {
    await page.goto(product);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await page.goto('/paypal-success?token=5O190127TN364715T&PayerID=X');
    await expect(toast(page, 'Order not found')).toBeVisible();
    expect(await cartOf(page)).toHaveLength(1);
  });
});
