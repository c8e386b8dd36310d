import type { Page } from 'playwright/test';
import { orderPlaceholders } from '#domain/order.ts';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import {
  createPerson,
  enterAs,
  expectSignedUp,
  linkIn,
  newPerson,
  openBrowser,
  openService,
} from './people.ts';
import { expect, expectAccessible, expectNoSideScroll, test, toast } from './shop-test.ts';

const resin = 'Pure Himalayan Shilajit Resin';

/** Adds one product to the cart and goes to the provider's page. */
async function goToProvider(page: Page): Promise<void> {
  await page.goto('/product/pure-himalayan-shilajit-resin');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  await page.goto('/checkout');
  await page.getByRole('button', { name: /^Pay \$[\d.]+ with Card$/ }).click();
  await page.waitForURL(/\/stripe\/pay\//);
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Phone').fill('+1 555 010 0100');
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  await page.getByLabel('City').fill('Denver');
  await page.getByLabel('State').fill('CO');
  await page.getByLabel('Postal code').fill('80202');
}

const pay = async (page: Page) => {
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
};

const paidOrder = (changes: object) => ({
  name: 'Maya Stone',
  email: 'maya@mail.example',
  phone: '',
  address: '1 Ridge Road, Denver, CO 80202, US',
  order_items: [
    { id: '', name: resin, weight: '30g', price: 39.9, quantity: 2, image_url: '' },
    { name: 'Old Drops' },
  ],
  total_amount: 79.8,
  payment_status: 'paid',
  paid_at: new Date().toISOString(),
  ...changes,
});

async function insertOrders(shop: ShopProcess, orders: object[]): Promise<{ id: string }[]> {
  const { data, error } = await openService(shop)
    .from('orders')
    .insert(orders as ReturnType<typeof paidOrder>[], { defaultToNull: false })
    .select('id');
  if (error) throw error;
  return data;
}

test('a signed-in customer orders, with the address known to the provider', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  await enterAs(page, shop, person);
  await goToProvider(page);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  // The checkout has started, but there is no visible order yet.
  const { data } = await openService(shop).from('orders').select().eq('user_id', person.id);
  expect(data).toMatchObject([{ payment_status: 'pending', address: 'Pending' }]);
  const meanwhile = await page.context().newPage();
  await meanwhile.goto('/orders');
  await expect(meanwhile.getByText('No orders yet')).toBeVisible();
  await meanwhile.close();

  await fillAddress(page);
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Keep this order' })).toHaveCount(0);
  await expect(page.getByTestId('cart-count')).toHaveCount(0);
  await page.goto('/orders');
  const order = page.getByRole('article');
  await expect(order.getByText(resin)).toBeVisible();
  await expect(order.getByText('Card, paid')).toBeVisible();
  await expect(order.getByText(/1 Ridge Road, Denver/)).toBeVisible();
  await order.getByText('Details').click();
  await expect(order.getByText(person.email)).toBeVisible();
  await expect
    .poll(async () => {
      const { data } = await openService(shop)
        .from('cart_items')
        .select('id')
        .eq('user_id', person.id);
      return data;
    })
    .toEqual([]);
});

test('My Orders: newest first, badges, placeholders hidden, order again, print', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
  const mine = { user_id: person.id };
  const { data: sold } = await openService(shop)
    .from('products')
    .select('id, name, weight_type')
    .eq('name', resin)
    .limit(1)
    .single();
  const line = { ...sold, weight: sold?.weight_type, price: 20, quantity: 3 };
  const orders = await insertOrders(shop, [
    paidOrder({ ...mine, created_at: day(3), status: 'cancelled' }),
    paidOrder({
      ...mine,
      created_at: day(1),
      status: 'completed',
      stripe_session_id: `cs_test_${person.id}`,
      order_items: [line, { name: 'Old Drops', weight: '30ml', price: 5, quantity: 1 }],
    }),
    paidOrder({
      ...mine,
      created_at: day(2),
      status: 'shipped',
      paypal_order_id: `PAYPAL-${person.id}`,
      name: orderPlaceholders.walletName,
      email: orderPlaceholders.walletEmail,
      address: orderPlaceholders.walletAddress,
      order_items: JSON.stringify([line]),
    }),
    paidOrder({ ...mine, created_at: day(0), payment_status: 'expired', paid_at: null }),
    paidOrder({ ...mine, created_at: day(0.1), status: 'pending' }),
  ]);
  await enterAs(page, shop, person);
  await page.goto('/orders');
  const articles = page.getByRole('article');
  await expect(articles).toHaveCount(4);
  await expect(articles.locator('h2')).toHaveText(
    [4, 1, 2, 0].map((index) => `Order ${orders[index]?.id.slice(0, 8)}`),
  );
  const colors = await articles.evaluateAll((cards) =>
    cards.map((card) => {
      const badge = card.querySelector('.capitalize') as HTMLElement;
      return [badge.textContent, badge.className.match(/bg-\S+/)?.[0]];
    }),
  );
  expect(colors).toEqual([
    ['pending', 'bg-[#f6e6c4]'],
    ['completed', 'bg-pine-soft'],
    ['shipped', 'bg-bone-deep'],
    ['cancelled', 'bg-danger-soft'],
  ]);
  const wallet = articles.nth(2);
  await expect(wallet.getByText('PayPal, paid')).toBeVisible();
  await expect(wallet.getByText('Not provided yet')).toBeVisible();
  await wallet.getByText('Details').click();
  await expect(page.getByText(/PayPal Customer|Collected via PayPal|@checkout/)).toHaveCount(0);
  await expect(articles.nth(0).getByText('Old Drops')).toBeVisible();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideScroll(page);
    await expectAccessible(page);
  }

  const latest = articles.nth(1);
  await latest.getByRole('button', { name: /^Order again/ }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expect(page.getByText(/Currently unavailable: Old Drops/)).toBeVisible();
  await expect(page.getByTestId('cart-count')).toHaveText('3');

  await page.evaluate(() => {
    window.print = () => {};
  });
  await latest.getByRole('button', { name: /^Print/ }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(articles).toHaveCount(1);
  await expect(articles.getByText('Maya Stone')).toBeVisible();
  await expect(articles.getByText('Old Drops')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  // The width of A4 inside its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  const whole = articles.getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  const imprint = articles.getByText('480 Example Avenue, Suite 210').locator('..').locator('span');
  await expect(imprint).toHaveCount(5);
  for (const part of [whole, ...(await imprint.all())]) {
    const lines = await part.evaluate((element) => {
      const { lineHeight } = getComputedStyle(element);
      return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight));
    });
    expect(lines, (await part.textContent()) ?? '').toBe(1);
  }
});

test.describe('refused', () => {
  test.use({ expectedErrors: /status of 500/ });

  test('orders that cannot be loaded say so and are tried again', async ({ page, shop }) => {
    await enterAs(page, shop, await createPerson(shop));
    await page.route('**/rest/v1/orders*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/orders');
    await expect(toast(page, 'Error loading orders')).toBeVisible();
    await page.unroute('**/rest/v1/orders*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No orders yet')).toBeVisible();
  });
});

test('a guest pays, is invited, and the order is in the account once confirmed', async ({
  page,
  shop,
}) => {
  const person = newPerson();
  await goToProvider(page);
  await page.getByLabel('Email').fill(person.email);
  await fillAddress(page);
  await pay(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(`${shop.origin}/auth`);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expectSignedUp(page);
  const mails = await waitForMails(shop.sandbox, person.email, 2);
  const { data: before } = await openService(shop)
    .from('orders')
    .select('user_id')
    .eq('email', person.email);
  expect(before).toEqual([{ user_id: null }]);
  await page.goto(linkIn(mails.find(({ subject }) => subject.startsWith('Confirm'))));
  await page.waitForURL(`${shop.origin}/`);
  await page.goto('/orders');
  await expect(page.getByRole('article').getByText(resin)).toBeVisible();
});

test('only the guest finds an order by number and email', async ({ page, shop }) => {
  const { email } = newPerson();
  const [order] = await insertOrders(shop, [paidOrder({ email })]);
  const number = order?.id.slice(0, 8) ?? '';
  const ask = async (on: Page, wanted: string, address: string) => {
    await on.goto('/find-order');
    await on.getByLabel('Order number').fill(wanted);
    await on.getByLabel('Email').fill(address);
    await on.keyboard.press('Enter');
    await expect(on.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    return on.getByRole('status').first().textContent();
  };
  const elsewhere = await openBrowser(page, shop);
  const stranger = newPerson().email;
  const wrong = await ask(elsewhere, number, stranger);
  const right = await ask(page, `#${number.toUpperCase()}`, email.toUpperCase());
  expect(right?.replaceAll(email.toUpperCase(), '')).toBe(wrong?.replaceAll(stranger, ''));
  await expectAccessible(page);

  const [mail] = await waitForMails(shop.sandbox, email, 1);
  const link = /href="([^"]*\/find-order#token=[^"]*)"/.exec(mail?.html ?? '')?.[1] ?? '';
  expect(await waitForMails(shop.sandbox, stranger, 0)).toEqual([]);
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(elsewhere.getByText(/1 Ridge Road/)).toBeVisible();
  expect(elsewhere.url()).toBe(`${shop.origin}/find-order`);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expectAccessible(elsewhere);
  await elsewhere.context().close();
});
