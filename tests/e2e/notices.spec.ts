import type { Page } from 'playwright/test';
import { expect, secretKey, test, toast } from './shop-test.ts';

/** The messages people read when something fails (requirements §8), and that nothing is lost. */
test.use({ expectedErrors: /status of 50\d|ERR_FAILED/ });

test('a message that could not be sent keeps what was typed', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel(/^Name/).fill('Ada');
  await page.getByLabel(/^Email/).fill('ada@mail.example');
  await page.getByLabel(/^Phone/).fill('1');
  await page.getByLabel(/^Message/).fill('Hello');
  await page.route('**/contact.data*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(toast(page, 'Failed to send message')).toBeVisible();
  await expect(
    page.getByText('There was a problem sending your message. Please try again later.').first(),
  ).toBeVisible();
  await expect(page.getByLabel(/^Message/)).toHaveValue('Hello');
  // The same message again replaces the earlier one.
  const again = page.waitForResponse('**/contact.data*');
  await page.getByRole('button', { name: 'Send message' }).click();
  await again;
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
  await expect(toast(page, 'Failed to send message')).toHaveCount(1);

  await page.unroute('**/contact.data*');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  await expect(page.getByLabel(/^Message/)).toHaveValue('');
});

async function storedMessages(origin: string, text: string): Promise<number> {
  const query = new URLSearchParams({ select: 'id', message: `eq.${text}` });
  const answer = await fetch(`${origin}/rest/v1/contacts?${query}`, {
    headers: { apikey: secretKey },
  });
  return ((await answer.json()) as unknown[]).length;
}

async function writeMessage(page: Page, text: string): Promise<void> {
  await page.goto('/contact');
  await page.getByLabel(/^Name/).fill('Ada');
  await page.getByLabel(/^Email/).fill('ada@mail.example');
  await page.getByLabel(/^Phone/).fill('1');
  await page.getByLabel(/^Message/).fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
}

test('a message sent again after its answer was lost is stored once', async ({ page, shop }) => {
  const text = `Lost answer ${crypto.randomUUID()}`;
  await page.route('**/contact.data*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await writeMessage(page, text);
  await expect(toast(page, 'Failed to send message')).toBeVisible();
  expect(await storedMessages(shop.origin, text)).toBe(1);
  await page.unroute('**/contact.data*');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  expect(await storedMessages(shop.origin, text)).toBe(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a message whose answer is reloaded is stored once', async ({ page, shop }) => {
    const text = `Reloaded ${crypto.randomUUID()}`;
    await writeMessage(page, text);
    await expect(page.getByText('Message Sent!')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Message Sent!')).toBeVisible();
    expect(await storedMessages(shop.origin, text)).toBe(1);
  });
});

test('a code that could not be checked is INVALID, without saying that it does not exist', async ({
  page,
}) => {
  await page.goto('/validity');
  await page.route('**/validity.data*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('textbox').fill('SH2041');
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(toast(page, 'Error')).toBeVisible();
  await expect(
    page.getByText('Failed to verify the product. Please try again.').first(),
  ).toBeVisible();
  await expect(page.getByText('INVALID', { exact: true }).first()).toBeVisible();
  // A warning, not the red mark for a bottle that is not ours.
  await expect(page.locator('[data-state=unchecked]')).toBeVisible();
  await expect(page.getByText('We could not check this code').first()).toBeVisible();
  await expect(page.getByText(/was not found in our database/)).toHaveCount(0);
});

test('an empty code disables the button', async ({ page }) => {
  await page.goto('/validity', { waitUntil: 'networkidle' });
  await page.getByRole('textbox').fill('   ');
  await expect(page.getByRole('button', { name: 'Verify Product' })).toBeDisabled();
});

test.describe('gone', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('a product and a post that do not exist say so and lead on', async ({ page }) => {
    await page.goto('/product/no-such-product');
    await expect(page.getByText('Product Not Found').first()).toBeVisible();
    await page.getByRole('link', { name: 'Back to Products' }).click();
    await page.waitForURL(/\/products$/);
    await page.goto('/blog/no-such-post');
    await expect(page.getByText('Blog Post Not Found').first()).toBeVisible();
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await page.waitForURL(/\/blog$/);
    await page.goto('/no-such-page');
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
  });
});

test('paying says that it is on its way while the provider is asked', async ({ page }) => {
  await page.goto('/product/pure-himalayan-shilajit-resin');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await page.goto('/checkout');
  const asked = Promise.withResolvers<void>();
  await page.route('**/functions/v1/create-checkout', async (route) => {
    await asked.promise;
    await route.fulfill({ status: 503, body: '{"error":{"code":"unavailable","message":""}}' });
  });
  await page.getByRole('button', { name: /with Card$/ }).click();
  await expect(toast(page, 'Processing payment...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  asked.resolve();
  await expect(toast(page, 'Payment Failed')).toBeVisible();
});

test('an order that cannot be read after paying is promised for later', async ({ page }) => {
  await page.route('**/rest/v1/orders*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/payment-success?session_id=cs_test_unreadable');
  await expect(toast(page, 'Order processing')).toBeVisible();
  await expect(
    page.getByText('Your payment was successful. Order details will be updated shortly.').first(),
  ).toBeVisible();
});

test.describe('without what starts a payment', () => {
  test.use({ expectedErrors: /Failed to (load|fetch)|start-payment/ });

  test('paying says that something else went wrong, and the cart stays', async ({ page }) => {
    await page.goto('/product/pure-himalayan-shilajit-resin');
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await page.goto('/checkout');
    await page.route('**/assets/start-payment-*.js', (route) => route.abort());
    await page.getByRole('button', { name: /with Card$/ }).click();
    await expect(toast(page, 'Error processing payment')).toBeVisible();
    await expect(
      page.getByText('There was a problem processing your payment. Please try again.').first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /with Card$/ })).toBeEnabled();
  });
});
