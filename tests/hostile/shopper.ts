import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxClient } from '#tests/money/sandbox-client.ts';
import { type Answer, createVisitor, oneOf, think, type Visitor } from './visitor.ts';

export interface Account {
  email: string;
  password: string;
}

export interface Product {
  id: string;
  slug: string;
  name: string;
  weight: string;
  price: number;
}

export interface ShopperOptions {
  origin: string;
  sandbox: string;
  apikey: string;
  products: readonly Product[];
  address: string;
  /** Null buys as a guest, in a new browser each time. */
  account: Account | null;
  /** Minimum and maximum seconds of thinking between two steps. */
  thinking: readonly [number, number];
  /** Retries a page if the shop asks to come back later, and then goes on without it. */
  doesWithoutPages?: boolean;
  record: PurchaseLog;
}

export interface PurchaseLog {
  /** Milliseconds of every page. */
  pages: number[];
  begun: number;
  completed: number;
  /** ChunkedUpdate that a person would have had to repeat. */
  repeated: string[];
  failures: string[];
}

export const emptyLog = (): PurchaseLog => ({
  pages: [],
  begun: 0,
  completed: 0,
  repeated: [],
  failures: [],
});

/** Why a purchase cannot continue. */
class Stuck extends Error {}

const patience = 30_000;

/** Buys again and again until `isOver`; a started purchase is always finished. */
export async function shop(options: ShopperOptions, isOver: () => boolean): Promise<void> {
  const { record, thinking } = options;
  let visitor = open(options);
  for (let purchase = 0; purchase === 0 || !isOver(); purchase += 1) {
    if (!options.account) visitor = open(options);
    record.begun += 1;
    try {
      await buy(options, visitor, purchase);
      record.completed += 1;
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      record.failures.push(error.message);
    }
    await think(...thinking);
  }
}

function open({ origin, apikey, address }: ShopperOptions): Visitor {
  return createVisitor({ origin, apikey, address, patience });
}

async function buy(options: ShopperOptions, visitor: Visitor, purchase: number): Promise<void> {
  const { products, thinking, record, account } = options;
  const product = products[purchase % products.length] as Product;
  const look = async (path: string) => {
    let answer = await visitor.send(path);
    for (
      let times = 0;
      options.doesWithoutPages && answer.status === 503 && times < 3;
      times += 1
    ) {
      record.repeated.push(`${path}: 503`);
      await sleep(2_000);
      answer = await visitor.send(path);
    }
    if (options.doesWithoutPages && answer.status === 503) return;
    record.pages.push(answer.milliseconds);
    if (answer.status !== 200) throw stuck(`page ${path}`, answer);
    await think(...thinking);
  };
  await look('/');
  await look('/products');
  await look(`/product/${product.slug}`);
  await look(oneOf(['/validity', '/contact', '/about', '/blog', '/search?q=resin']));

  const session = account ? await signIn(options, visitor, account) : null;
  const item = {
    id: product.id,
    name: product.name,
    weight: product.weight,
    price: product.price,
    quantity: 1 + (Math.floor(purchase / products.length) % 9),
  };
  const bearer: Record<string, string> = session ? { authorization: `Bearer ${session}` } : {};
  if (session) {
    const { id, name, ...rest } = item;
    const items = [{ product_id: id, product_name: name, ...rest }];
    await repeat(options, 'cart', () =>
      visitor.call('/rest/v1/rpc/replace_cart', { items }, bearer),
    );
  }
  await look('/cart');
  await look('/checkout');
  const email = account?.email ?? `guest-${randomUUID()}@mail.example`;
  const orderId = await pay(options, visitor, { item, email, bearer });
  if (session) {
    const list = await repeat(options, 'own orders', () =>
      visitor.send(`/rest/v1/orders?select=id&id=eq.${orderId}`, {
        headers: { apikey: options.apikey, ...bearer },
      }),
    );
    if (!list.text.includes(orderId)) throw stuck('own orders', list);
  }
}

async function signIn(
  options: ShopperOptions,
  visitor: Visitor,
  { email, password }: Account,
): Promise<string> {
  const answer = await repeat(options, 'sign-in', () =>
    visitor.call('/auth/v1/token?grant_type=password', { email, password }),
  );
  return (JSON.parse(answer.text) as { access_token: string }).access_token;
}

interface Purchase {
  item: object;
  email: string;
  bearer: Record<string, string>;
}

/** Pays by card or PayPal until the order is paid and its email sent. Returns the order's id. */
async function pay(
  options: ShopperOptions,
  visitor: Visitor,
  { item, email, bearer }: Purchase,
): Promise<string> {
  const { record, sandbox } = options;
  const byCard = Math.random() < 0.5;
  const headers = { ...bearer, 'idempotency-key': randomUUID() };
  const name = byCard ? 'create-checkout' : 'create-paypal-order';
  const begin = (payAgain: string[]) =>
    visitor.call(`/functions/v1/${name}`, { items: [item], payAgain }, headers);
  let payAgain: string[] = [];
  const begun = await repeat(options, name, async () => {
    const answer = await begin(payAgain);
    if (answer.status !== 409 || !answer.text.includes('"already_paid"')) return answer;
    // When asked whether to buy the same product again, a regular customer says yes.
    payAgain = await paidOrders(options, visitor, bearer);
    return begin(payAgain);
  });
  const { url, approveUrl } = JSON.parse(begun.text) as { url: string; approveUrl: string };
  const provider = sandboxClient(sandbox, '');
  await think(...options.thinking);
  const paid = await (byCard
    ? provider.pay(url, { email })
    : provider.approve(approveUrl, { email }));
  const back = new URL(paid.headers.get('location') ?? 'none:');
  if (!back.pathname.endsWith('-success')) throw new Stuck(`pay page: ${paid.status} ${back}`);

  const success = await visitor.send(back.pathname + back.search);
  record.pages.push(success.milliseconds);
  if (success.status !== 200) throw stuck('success page', success);
  const told = back.searchParams;
  const [settling, reference] = byCard
    ? ['update-order-details', { sessionId: told.get('session_id') }]
    : ['capture-paypal-payment', { orderToken: told.get('token'), payerId: told.get('PayerID') }];
  const order = await awaitPaid(() =>
    repeat(options, settling, () => visitor.call(`/functions/v1/${settling}`, reference, bearer)),
  );
  await visitor.call('/functions/v1/send-order-email', { orderId: order.id }, bearer);
  if (order.email !== email) throw new Stuck(`${settling}: shows ${order.email}`);
  return order.id;
}

async function paidOrders(
  options: ShopperOptions,
  visitor: Visitor,
  bearer: Record<string, string>,
): Promise<string[]> {
  const { text } = await repeat(options, 'recent-orders', () =>
    visitor.call('/functions/v1/recent-orders', {}, bearer),
  );
  const { orders } = JSON.parse(text) as { orders: { id: string; state: string }[] };
  return orders.filter(({ state }) => state !== 'open').map(({ id }) => id);
}

interface Order {
  id: string;
  email: string;
  payment_status: string;
}

async function awaitPaid(ask: () => Promise<Answer>): Promise<Order> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask();
    const body = JSON.parse(answer.text) as { order?: Order; orderDetails?: Order };
    const order = body.order ?? body.orderDetails;
    if (order?.payment_status === 'paid') return order;
    if (attempt === 20) throw stuck('not paid in the end', answer);
    await sleep(1_000);
  }
}

const maxRepeats = 3;

/** Retries if the shop asks to come back later, like somebody who really wants it. */
async function repeat(
  { record }: ShopperOptions,
  step: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask();
    if (answer.status >= 200 && answer.status < 300) return answer;
    const later = answer.status === 429 || answer.status === 503;
    if (!later || attempt === maxRepeats) throw stuck(step, answer);
    record.repeated.push(`${step}: ${answer.status}`);
    await sleep(2_000);
  }
}

function stuck(step: string, { status, text, milliseconds }: Answer): Stuck {
  return new Stuck(
    `${step}: ${status} after ${Math.round(milliseconds)} ms, ${text.slice(0, 200)}`,
  );
}
