import type { Page } from 'playwright/test';
import { buyByCard } from './paid-orders.ts';
import { createPerson, enterAs, openEmptyPage } from './people.ts';
import { expect, test, toast } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin-30g';

/** Adds one product to the cart and continues to the provider's page. */
async function leaveToPay(page: Page): Promise<void> {
  await page.goto(product);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await page.goto('/checkout');
  await page.getByRole('button', { name: /with Card$/ }).click();
  await page.waitForURL(/\/stripe\/pay\//);
}

/** Pays on the provider's page and returns. For an account, it already has the email address. */
async function pay(page: Page, email?: string): Promise<void> {
  if (email) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+1 555 010 0177');
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  await page.getByLabel('City').fill('Denver');
  await page.getByLabel('State').fill('CO');
  await page.getByLabel('Postal code').fill('80202');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/payment-success\?session_id=/);
}

test('a session id alone shows no personal details; the browser that paid sees them', async ({
  page,
  shop,
  browser,
}) => {
  await leaveToPay(page);
  const email = `private-${process.pid}@mail.example`;
  await pay(page, email);
  await expect(page.getByText('1 Ridge Road').first()).toBeVisible();

  // The URL leaked through a history, a referrer or a screenshot.
  const elsewhere = await browser.newContext({ baseURL: shop.origin });
  const leaked = await elsewhere.newPage();
  await leaked.goto(page.url());
  await expect(leaked.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(leaked.getByText('Order number', { exact: true })).toBeVisible();
  for (const secret of [email, 'Maya Stone', /Ridge Road/]) {
    await expect(leaked.getByText(secret)).toHaveCount(0);
  }
  await elsewhere.close();

  const sessionId = new URL(page.url()).searchParams.get('session_id') ?? '';
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const read = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${shop.origin}/rest/v1/${query}`, {
      headers: { apikey: publishableKey, 'x-lookup-key': sessionId, ...headers },
    });
    return JSON.stringify(await answer.json());
  };
  const own = `stripe_session_id=eq.${sessionId}`;
  expect(await read(`orders?${own}`)).toContain('"payment_status":"paid"');
  for (const query of [
    `orders?${own}`,
    `orders?${own}&select=who:name,where:address,email,phone`,
    'orders?select=*&email=like.private*',
    '%6frders?select=*',
    'orders/?select=*',
    'orders_by_session?select=*',
  ]) {
    for (const [name, value] of [
      ['accept', 'application/json'],
      ['x-order-proof', 'guessed,'],
      ['cookie', 'order_12345678=guessed'],
    ] as const) {
      expect(await read(query, { [name]: value })).not.toMatch(/Maya|Ridge|0177|private-/);
    }
  }
  expect(await read('orders?select=id&email=like.private*')).toBe('[]');
});

test('an account sees its own order by the session id on another device', async ({
  page,
  shop,
  browser,
}) => {
  const person = await createPerson(shop);
  await enterAs(page, shop, person);
  const { token, publishableKey } = await page.evaluate(async () => {
    const config = await (await fetch('/config.json')).json();
    const stored = Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'));
    return {
      token: JSON.parse(stored?.[1] ?? '{}').access_token as string,
      publishableKey: config.publishableKey as string,
    };
  });
  const order = await buyByCard(shop, { accessToken: token });
  const elsewhere = await browser.newContext({ baseURL: shop.origin });
  const device = await elsewhere.newPage();
  await openEmptyPage(device, shop);
  const read = (headers: Record<string, string>) =>
    device.evaluate(
      async ({ sessionId, headers }) => {
        const answer = await fetch(`/rest/v1/orders?stripe_session_id=eq.${sessionId}`, {
          headers: { 'x-lookup-key': sessionId, ...headers },
        });
        return (await answer.json())[0].name as string;
      },
      { sessionId: order.sessionId, headers },
    );
  expect(await read({ apikey: publishableKey })).toBe('Pending');
  expect(await read({ apikey: publishableKey, Authorization: `Bearer ${token}` })).toBe(
    'Rowan Vale',
  );
  await elsewhere.close();
});

test('the next person at a browser neither reads what was ordered nor is asked about it', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  await enterAs(page, shop, person);
  await leaveToPay(page);
  await pay(page);
  // Her session lets her see her own order.
  await expect(page.getByText('1 Ridge Road').first()).toBeVisible();
  const order = page.url();
  const cookies = async () =>
    (await page.context().cookies()).filter(({ name }) => /^order_|^shop_browser$/.test(name));
  const left = await cookies();
  expect(left).toHaveLength(2);

  // Her session ends without signing out, so every cookie is still there.
  await openEmptyPage(page, shop);
  await page.evaluate(() => localStorage.clear());
  await page.goto(order);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText('Order number', { exact: true })).toBeVisible();
  for (const secret of [person.email, 'Maya Stone', /Ridge Road/]) {
    await expect(page.getByText(secret)).toHaveCount(0);
  }
  await leaveToPay(page);

  await openEmptyPage(page, shop);
  await enterAs(page, shop, person);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${shop.origin}/`);
  const values = new Set(left.map(({ value }) => value));
  expect((await cookies()).filter(({ value }) => values.has(value))).toEqual([]);
});
