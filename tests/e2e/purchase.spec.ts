import type { Page } from 'playwright/test';
import { readMails, waitForMails } from '#tests/fixtures/mailbox.ts';
import {
  adminAccount,
  expect,
  expectAccessible,
  expectNoSideScroll,
  test,
  toast,
} from './shop-test.ts';

const product = {
  name: 'Pure Himalayan Shilajit Resin',
  path: '/product/pure-himalayan-shilajit-resin',
};

/** Opens the product as a visitor would and adds one to the cart. */
async function addFromProductPage(page: Page): Promise<void> {
  await page.goto('/products');
  await page.getByRole('link', { name: product.name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(product.name);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
}

async function goToProvider(page: Page): Promise<void> {
  await page.goto('/checkout');
  await page.getByRole('button', { name: /^Pay \$[\d.]+ with Card$/ }).click();
  await page.waitForURL(/\/stripe\/pay\//);
}

let customers = 0;

/** Fills in the provider's page. Returns the customer's email address. */
async function fillProvider(page: Page): Promise<string> {
  customers += 1;
  const email = `customer-${process.pid}-${customers}@mail.example`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+1 555 010 0100');
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  await page.getByLabel('City').fill('Denver');
  await page.getByLabel('State').fill('CO');
  await page.getByLabel('Postal code').fill('80202');
  return email;
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ }).click();

const cartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[]);

const sessionIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** The order as the REST API shows it to somebody who knows the session. */
async function readOrder(origin: string, sessionId: string) {
  const { publishableKey } = await (await fetch(`${origin}/config.json`)).json();
  const answer = await fetch(`${origin}/rest/v1/orders?stripe_session_id=eq.${sessionId}`, {
    headers: { apikey: publishableKey, 'x-lookup-key': sessionId },
  });
  const [order] = (await answer.json()) as Record<string, unknown>[];
  return order;
}

test.describe('the purchase', () => {
  test('browse, pay by card, see the order, receive the mail', async ({ page, shop }) => {
    await addFromProductPage(page);
    await page.getByRole('button', { name: /cart/i }).first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).click();
    await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: /with Card$/ }).click();
    await page.waitForURL(/\/stripe\/pay\//);
    const email = await fillProvider(page);
    await pay(page);

    await page.waitForURL(/\/payment-success\?session_id=/);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page.getByText(email).first()).toBeVisible();
    await expect(page.getByText('Maya Stone').first()).toBeVisible();
    await expect(page.getByText(/1 Ridge Road/).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    expect(await cartOf(page)).toEqual([]);

    const ways = ['Continue Shopping', 'Back to Home'].map((name) =>
      page.getByRole('link', { name }),
    );
    await page.setViewportSize({ width: 360, height: 780 });
    const widths = await Promise.all(ways.map(async (way) => (await way.boundingBox())?.width));
    expect(new Set(widths).size).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('main').getByText('Liv Fit', { exact: true })).toBeVisible();
    await expect(page.getByText(email).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
    for (const way of ways) await expect(way).toBeHidden();
    await expect(page.getByText('Keep this order')).toBeHidden();
    await page.emulateMedia({ media: null });

    const [toCustomer] = await waitForMails(shop.sandbox, email, 1);
    expect(toCustomer?.text).toContain(product.name);
    expect(toCustomer?.text).toContain('Maya Stone');
    await expect
      .poll(async () =>
        (await readMails(shop.sandbox)).some(
          ({ to, text }) =>
            to.includes(adminAccount.email) && text.includes(email) && text.includes(product.name),
        ),
      )
      .toBe(true);
  });

  test('reloading the success page changes nothing and sends nothing again', async ({
    page,
    shop,
  }) => {
    await addFromProductPage(page);
    await goToProvider(page);
    const email = await fillProvider(page);
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await waitForMails(shop.sandbox, email, 1);
    await page.reload();
    await expect(page.getByText(email).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(email).first()).toBeVisible();
    expect((await readMails(shop.sandbox)).filter((mail) => mail.to.includes(email))).toHaveLength(
      1,
    );
  });

  test('a closed tab: the webhook alone completes the order', async ({ page, shop }) => {
    await addFromProductPage(page);
    await goToProvider(page);
    const sessionId = sessionIdOf(page);
    const email = await fillProvider(page);
    await page.route(/\/payment-success\?/, (route) => route.fulfill({ body: 'The tab is gone.' }));
    await pay(page).catch(() => {});
    await page.close();
    await waitForMails(shop.sandbox, email, 1);
    await expect
      .poll(async () => (await readOrder(shop.origin, sessionId))?.payment_status)
      .toBe('paid');
    const order = await readOrder(shop.origin, sessionId);
    expect(order).toMatchObject({ email: 'pending@checkout.example', name: 'Pending' });
  });

  test('cancel: returns to checkout with a notice and the cart', async ({ page }) => {
    await addFromProductPage(page);
    await goToProvider(page);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL(/\/checkout\?canceled=1/);
    await expect(page.getByText(/not been charged|you were not charged/i)).toBeVisible();
    expect(await cartOf(page)).toHaveLength(1);
    await expect(page.getByRole('button', { name: /with Card$/ })).toBeEnabled();
  });

  test('the Back button: a visible notice, and the cart is kept', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await addFromProductPage(page);
    await goToProvider(page);
    await page.goBack();
    await expect(page.getByText(/You came back before completing the payment/)).toBeInViewport();
    expect(await cartOf(page)).toHaveLength(1);
    await expect(page.getByRole('button', { name: /with Card$/ })).toBeEnabled();
  });

  test('decline: input is kept, and another card pays', async ({ page }) => {
    await addFromProductPage(page);
    await goToProvider(page);
    const email = await fillProvider(page);
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await pay(page);
    await expect(page.getByText(/declined/i).first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  });

  test('decline: the notice stands in the shop, too, also after a reload', async ({ page }) => {
    await addFromProductPage(page);
    await goToProvider(page);
    await fillProvider(page);
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await pay(page);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    const notice = page.getByText(/Your bank declined the card, and you were not charged/);
    await expect(notice).toBeVisible();
    await expect(page.getByText(/The payment was canceled/)).toHaveCount(0);
    await page.reload();
    await expect(notice).toBeVisible();
    await goToProvider(page);
    await page.goBack();
    await expect(notice).toBeVisible();
  });

  test('a double click on Pay makes one order', async ({ page }) => {
    await addFromProductPage(page);
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('/functions/v1/create-checkout')) {
        answers.push(((await response.json().catch(() => ({}))) as { url?: string }).url ?? '');
      }
    });
    await page.goto('/checkout');
    await page.getByRole('button', { name: /with Card$/ }).dblclick();
    await page.waitForURL(/\/stripe\/pay\//);
    expect(new Set(answers.filter(Boolean)).size).toBeLessThanOrEqual(1);
  });

  test('an empty cart shows a notice and leads to the products', async ({ page }) => {
    await page.goto('/checkout');
    await page.waitForURL(/\/products$/);
    await expect(toast(page, 'Cart is empty')).toBeVisible();
  });

  test('an unknown session leaves the cart alone', async ({ page }) => {
    await addFromProductPage(page);
    await page.goto('/payment-success?session_id=cs_test_nobody');
    await expect(toast(page, 'Order not found')).toBeVisible();
    expect(await cartOf(page)).toHaveLength(1);
  });
});

test.describe('the provider is down', () => {
  test.use({ expectedErrors: /status of 50\d/ });

  test('shows a notice, keeps the cart, and Pay works again later', async ({ page, shop }) => {
    await addFromProductPage(page);
    await page.goto('/checkout');
    const chaos = (knobs: unknown) =>
      fetch(`${shop.sandbox}/chaos`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(knobs),
      });
    await chaos({ api: { match: 'POST /v1/checkout/sessions', fail: { status: 500, times: 50 } } });
    await page.getByRole('button', { name: /with Card$/ }).click();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
    expect(await cartOf(page)).toHaveLength(1);
    await chaos({ reset: true });
    await page.getByRole('button', { name: /with Card$/ }).click();
    await page.waitForURL(/\/stripe\/pay\//);
  });
});
