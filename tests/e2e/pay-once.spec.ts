import type { BrowserContext, Page } from 'playwright/test';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';
import { createPerson, enterAs, openEmptyPage, openService } from './people.ts';
import { expect, expectAccessible, expectNoSideScroll, test, toast } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin-30g';
const methods = ['Card', 'PayPal'] as const;
type Method = (typeof methods)[number];

async function addToCart(page: Page): Promise<void> {
  await page.goto(product);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
}

const payButton = (page: Page, method: Method) =>
  page.getByRole('button', { name: new RegExp(`^Pay \\$[\\d.]+ with ${method}$`) });

async function leaveToPay(page: Page, method: Method): Promise<void> {
  await page.goto('/checkout');
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check();
  await payButton(page, method).click();
  await page.waitForURL(/\/stripe\/pay\/|\/paypal\/checkoutnow/);
}

let payers = 0;

/** Pays on the provider's page; the redirect back never reaches the browser. */
async function payWithoutComingBack(
  page: Page,
  sandbox: string,
  email = `lost-${process.pid}-${++payers}@mail.example`,
): Promise<string> {
  const provider = sandboxClient(sandbox, '');
  const pay = page.url().includes('/paypal/') ? provider.approve : provider.pay;
  await pay(page.url(), { email });
  await waitForMails(sandbox, email, 1);
  return email;
}

const cartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as unknown[]);

const paidNotice = (page: Page) => page.getByRole('region', { name: 'You have already paid' });

/** Clears what scripts have stored; cookies stay. */
async function forgetLeaving(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['checkout-left', 'checkout-attempt']) localStorage.removeItem(key);
  });
}

for (const method of methods) {
  test.describe(`paid by ${method}, and the way back is lost`, () => {
    test.use({ expectedErrors: /status of 409/ });

    test('the same tab says that it is paid, and the cart is empty', async ({ page, shop }) => {
      await addToCart(page);
      await leaveToPay(page, method);
      const email = await payWithoutComingBack(page, shop.sandbox);
      await page.goto('/checkout');
      await expect(paidNotice(page)).toBeVisible();
      await expect(page.getByText(/You came back before completing the payment/)).toHaveCount(0);
      await expectAccessible(page);
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSideScroll(page);
      }
      expect(await cartOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'See your order' }).click();
      await expect(page.getByRole('heading', { name: /Payment Successful!$/ })).toBeVisible();
      await expect(page.getByText(email).first()).toBeVisible();
      await expect(page.getByText('Paid. We are preparing it.')).toBeVisible();
    });

    test('a new tab shows the notice on any page', async ({ page, shop }) => {
      await addToCart(page);
      await leaveToPay(page, method);
      await payWithoutComingBack(page, shop.sandbox);
      const tab = await page.context().newPage();
      await page.close();
      await tab.goto('/about');
      await expect(toast(tab, 'Your payment went through')).toBeVisible();
      await expect(tab.getByTestId('cart-count')).toHaveCount(0);
      expect(await cartOf(tab)).toEqual([]);
    });

    test('asks before the same cart is paid again', async ({ page, shop }) => {
      await addToCart(page);
      await leaveToPay(page, method);
      await payWithoutComingBack(page, shop.sandbox);
      const tab = await page.context().newPage();
      await openEmptyPage(tab, shop);
      await forgetLeaving(tab);
      await tab.goto('/checkout');
      await payButton(tab, 'Card').click();
      await expect(paidNotice(tab)).toBeVisible();
      await expect(payButton(tab, 'Card')).toHaveAttribute('aria-disabled', 'true');
      expect(await cartOf(tab)).toHaveLength(1);
      await expectAccessible(tab);
      await paidNotice(tab).getByRole('button', { name: 'Order it again' }).click();
      await tab.waitForURL(/\/stripe\/pay\//);
    });

    test('removes paid lines from the cart on request', async ({ page, shop }) => {
      await addToCart(page);
      await leaveToPay(page, method);
      await payWithoutComingBack(page, shop.sandbox);
      await openEmptyPage(page, shop);
      await forgetLeaving(page);
      await page.goto('/checkout');
      await page.getByRole('radio', { name: /^Card/ }).check();
      await payButton(page, 'Card').click();
      await paidNotice(page).getByRole('button', { name: 'Remove it from the cart' }).click();
      expect(await cartOf(page)).toEqual([]);
      await expect(paidNotice(page)).toBeVisible();
      await expect(toast(page, 'Cart is empty')).toHaveCount(0);
    });

    test('a customer’s cart is empty on every device', async ({ page, shop, browser }) => {
      const person = await createPerson(shop);
      await enterAs(page, shop, person);
      await addToCart(page);
      const elsewhere: BrowserContext = await browser.newContext({ baseURL: shop.origin });
      const device = await elsewhere.newPage();
      await enterAs(device, shop, person);
      await device.goto('/about');
      await expect(device.getByTestId('cart-count')).toHaveText('1');
      await leaveToPay(page, method);
      await payWithoutComingBack(page, shop.sandbox, person.email);
      const { data } = await openService(shop)
        .from('cart_items')
        .select('quantity')
        .eq('user_id', person.id);
      expect(data).toEqual([]);
      await device.reload();
      await expect(device.getByTestId('cart-count')).toHaveCount(0);
      await elsewhere.close();
      await page.goto('/about');
      await expect(toast(page, 'Your payment went through')).toBeVisible();
      await expect(page.getByTestId('cart-count')).toHaveCount(0);
      await page.goto('/orders');
      await expect(page.getByText('Paid. We are preparing it.')).toBeVisible();
    });
  });
}

test('two tabs with one cart share one payment page', async ({ page }) => {
  await addToCart(page);
  const other = await page.context().newPage();
  await leaveToPay(page, 'Card');
  await leaveToPay(other, 'Card');
  expect(other.url()).toBe(page.url());
});

test.describe('two tabs paying in two ways', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('the second approval is not captured, with a notice', async ({ page, shop }) => {
    await addToCart(page);
    const other = await page.context().newPage();
    await leaveToPay(other, 'PayPal');
    await leaveToPay(page, 'Card');
    await payWithoutComingBack(page, shop.sandbox);
    await other.getByLabel('Email').fill('second@mail.example');
    await other.getByLabel('Full name').fill('Maya Stone');
    await other.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
    await other.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(other.getByRole('heading', { name: 'You have already paid' })).toBeVisible();
    await expect(other.getByText(/you were not charged again/)).toBeVisible();
  });
});

test('leaving the success page early still removes paid lines', async ({ page }) => {
  await addToCart(page);
  await leaveToPay(page, 'Card');
  await page.getByLabel('Email').fill(`early-${process.pid}@mail.example`);
  await page.getByLabel('Phone').fill('+1 555 010 0100');
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  await page.getByLabel('City').fill('Denver');
  await page.getByLabel('State').fill('CO');
  await page.getByLabel('Postal code').fill('80202');
  // The first read of the order is answered, later ones are not.
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let reads = 0;
  await page.route('**/functions/v1/update-order-details', async (route) => {
    asked.resolve();
    if (reads > 0) await held.promise;
    await route.continue().catch(() => {});
  });
  await page.route('**/rest/v1/orders*', async (route) => {
    reads += 1;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await asked.promise;
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(await cartOf(page)).toEqual([]);
  await expect(toast(page, 'Order confirmed')).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  held.resolve();
});

test('a cart keeps what was added after the payment', async ({ page }) => {
  await addToCart(page);
  await leaveToPay(page, 'PayPal');
  const other = await page.context().newPage();
  await addToCart(other);
  await page.getByLabel('Email').fill(`added-${process.pid}@mail.example`);
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: 'PayPal Payment Successful!' })).toBeVisible();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
});

for (const synced of [true, false]) {
  const state = synced ? 'has the guest’s cart' : 'has yet to get the guest’s cart';
  test(`a guest’s page that is paid after signing in beside it empties an account’s cart that ${state}`, async ({
    page,
    shop,
  }) => {
    const person = await createPerson(shop);
    await addToCart(page);
    await leaveToPay(page, 'PayPal');
    const other = await page.context().newPage();
    await openEmptyPage(other, shop);
    await enterAs(other, shop, person);
    const linesInAccount = async () => {
      const cart = openService(shop).from('cart_items').select('id').eq('user_id', person.id);
      return (await cart).data?.length;
    };
    if (synced) {
      await other.goto('/about');
      await expect.poll(linesInAccount).toBe(1);
      await forgetLeaving(other);
    }
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Full name').fill('Maya Stone');
    await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('heading', { name: /Payment Successful!$/ })).toBeVisible();
    await expect(page.getByTestId('cart-count')).toHaveCount(0);
    await expect.poll(linesInAccount).toBe(0);
    await other.goto('/about');
    await expect(other.getByTestId('cart-count')).toHaveCount(0);
  });
}
