import type { Page } from 'playwright/test';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { createPerson, enterAs, openEmptyPage, openService, type Person } from './people.ts';
import { expect, expectAccessible, test, toast } from './shop-test.ts';

const replaceCart = '**/rest/v1/rpc/replace_cart';

/** Two products from the catalog that can be bought. */
async function products(shop: ShopProcess) {
  const { data } = await openService(shop)
    .from('products')
    .select('id, name, slug, price, weight_type, image_url')
    .eq('sold_out', false)
    .order('name')
    .limit(2);
  const [first, second] = data ?? [];
  if (!first || !second) throw new Error('The catalog is empty.');
  return { first, second };
}

type Sold = Awaited<ReturnType<typeof products>>['first'];

const cartLine = ({ id, name, weight_type, price, image_url }: Sold, quantity = 1) => ({
  id,
  name,
  weight: weight_type,
  price,
  quantity,
  image_url,
});

/** As a guest who has been here before. */
async function fillGuestCart(page: Page, shop: ShopProcess, lines: object[]): Promise<void> {
  await openEmptyPage(page, shop);
  await page.evaluate((json) => localStorage.setItem('cart', json), JSON.stringify(lines));
}

const readCart = async (shop: ShopProcess, { id }: Person) => {
  const { data } = await openService(shop)
    .from('cart_items')
    .select('product_id, quantity')
    .eq('user_id', id)
    .order('position');
  return data?.map(({ product_id, quantity }) => `${quantity} × ${product_id}`);
};

const quantityOf = (page: Page, name: string) =>
  page.getByRole('group', { name: `Quantity of ${name}` }).getByRole('status');

test('the guest cart moves into the account by signing in; the higher quantity stays', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  const { first, second } = await products(shop);
  await openService(shop).from('cart_items').insert({
    user_id: person.id,
    product_id: first.id,
    product_name: first.name,
    weight: first.weight_type,
    price: first.price,
    quantity: 3,
  });
  await fillGuestCart(page, shop, [cartLine(first, 2), cartLine(second, 4)]);

  await page.goto('/auth');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.origin}/`);
  await expect(page.getByTestId('cart-count')).toHaveText('7');
  await expect.poll(() => readCart(shop, person)).toEqual([`3 × ${first.id}`, `4 × ${second.id}`]);
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull();

  // Another day, on another device.
  const elsewhere = await page.context().browser()?.newContext({ baseURL: shop.origin });
  const device = (await elsewhere?.newPage()) as Page;
  await enterAs(device, shop, person);
  await device.goto('/cart');
  await expect(quantityOf(device, first.name)).toHaveText(/^Quantity 3,/);
  await expect(quantityOf(device, second.name)).toHaveText(/^Quantity 4,/);
  await expectAccessible(device);
  await elsewhere?.close();
});

test('two tabs and a second device see one cart; signing out in one tab signs out all', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  const { first, second } = await products(shop);
  await enterAs(page, shop, person);
  await page.goto(`/product/${first.slug}`);
  const other = await page.context().newPage();
  await other.goto(`/product/${second.slug}`);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(other.getByTestId('cart-count')).toHaveText('1');
  await other.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByTestId('cart-count')).toHaveText('2');
  await expect.poll(() => readCart(shop, person)).toEqual([`1 × ${first.id}`, `1 × ${second.id}`]);

  await other.goto('/orders');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${shop.origin}/`);
  await other.waitForURL(`${shop.origin}/auth`);
  for (const tab of [page, other]) await expect(tab.getByTestId('cart-count')).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  // The account still has it.
  expect(await readCart(shop, person)).toHaveLength(2);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ });

  test('changes stay in sight and are saved once it is back', async ({ page, shop }) => {
    const person = await createPerson(shop);
    const { first } = await products(shop);
    await enterAs(page, shop, person);
    await page.goto(`/product/${first.slug}`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect.poll(() => readCart(shop, person)).toEqual([`1 × ${first.id}`]);

    // The server saves, but its response never arrives.
    await page.route(replaceCart, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(toast(page, 'Your cart is not saved yet')).toBeVisible();
    await expect(page.getByTestId('cart-count')).toHaveText('2');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByTestId('cart-count')).toHaveText('3');
    await page.unroute(replaceCart);
    await page.context().setOffline(false);
    await expect.poll(() => readCart(shop, person)).toEqual([`3 × ${first.id}`]);
    await expect(page.getByTestId('cart-count')).toHaveText('3');
  });

  test('a refused change is reverted with a notice', async ({ page, shop }) => {
    const person = await createPerson(shop);
    const { first } = await products(shop);
    await enterAs(page, shop, person);
    await page.goto(`/product/${first.slug}`, { waitUntil: 'networkidle' });
    await page.route(replaceCart, (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(toast(page, 'Your cart could not be saved')).toBeVisible();
    await expect(page.getByTestId('cart-count')).toHaveCount(0);
    expect(await readCart(shop, person)).toEqual([]);
  });
});

for (const who of ['guest', 'customer'] as const) {
  test(`renamed, repriced, sold-out and removed lines are marked for a ${who}`, async ({
    page,
    shop,
  }) => {
    const service = openService(shop);
    const names = ['Amber Resin', 'Birch Resin', 'Cedar Resin', 'Dune Resin'];
    const { data } = await service
      .from('products')
      .insert(names.map((name) => ({ name: `${name} ${who}`, price: 20, weight_type: '30g' })))
      .select('id, name, slug, price, weight_type, image_url');
    const [amber, birch, cedar, dune] = data as [Sold, Sold, Sold, Sold];
    const lines = [amber, birch, cedar, dune].map((product) => cartLine(product));
    await fillGuestCart(page, shop, lines);
    if (who === 'customer') await enterAs(page, shop, await createPerson(shop));
    await page.goto('/cart');
    await expect(page.getByText('$80.00').first()).toBeVisible();

    await service.from('products').update({ price: 25.5 }).eq('id', amber.id);
    await service
      .from('products')
      .update({ name: `Birch ${who}` })
      .eq('id', birch.id);
    await service.from('products').update({ sold_out: true }).eq('id', cedar.id);
    await service.from('products').delete().eq('id', dune.id);
    await page.goto('/checkout');
    await expect(page.getByText('Price changed from $20.00 to $25.50').first()).toBeVisible();
    await expect(page.getByText(`Previously called “Birch Resin ${who}”`).first()).toBeVisible();
    await expect(page.getByText('Currently sold out').first()).toBeVisible();
    await expect(page.getByText('No longer available').first()).toBeVisible();
    const pay = page.getByRole('button', { name: 'Pay $45.50 with Card' });
    await expect(pay).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(page.getByRole('region', { name: 'Your cart has changed' })).toBeFocused();
    await page.getByRole('button', { name: 'Accept changes' }).click();
    await expect(pay).toHaveAttribute('aria-disabled', 'false');
    await page.reload();
    await expect(pay).toHaveAttribute('aria-disabled', 'false');
    await service.from('products').delete().in('id', [amber.id, birch.id, cedar.id]);
  });
}
