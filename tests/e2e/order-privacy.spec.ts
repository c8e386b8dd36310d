import { buyByCard } from './paid-orders.ts';
import { createPerson, enterAs, openEmptyPage } from './people.ts';
import { expect, test } from './shop-test.ts';

const product = '/product/pure-himalayan-shilajit-resin-30g';

test('a session id alone shows no personal details; the browser that paid sees them', async ({
  page,
  shop,
  browser,
}) => {
  await page.goto(product);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.goto('/checkout');
  await page.getByRole('button', { name: /with Card$/ }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  const email = `private-${process.pid}@mail.example`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+1 555 010 0177');
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Address', { exact: true }).fill('1 Ridge Road');
  await page.getByLabel('City').fill('Denver');
  await page.getByLabel('State').fill('CO');
  await page.getByLabel('Postal code').fill('80202');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/payment-success\?session_id=/);
  await expect(page.getByText('1 Ridge Road').first()).toBeVisible();

  // The address leaked: in a history, a referrer, a screenshot.
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
