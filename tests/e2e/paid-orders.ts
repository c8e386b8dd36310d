import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';
import { expect, secretKey } from './shop-test.ts';

export interface PaidOrder {
  id: string;
  /** The first eight letters of the id, which is how people read it. */
  number: string;
  email: string;
  sessionId: string;
}

interface Purchase {
  /**
   * Sets the order's total to this once the customer is on the payment page, so that it goes to
   * review.
   */
  total?: number;
  /** Access token of the account that orders; a guest if left out. */
  accessToken?: string;
}

let customers = 0;

/** A real order, paid with $39.90 by card, by a customer whose address nobody else uses. */
export async function buyByCard(shop: ShopProcess, purchase: Purchase = {}): Promise<PaidOrder> {
  customers += 1;
  const email = `buyer-${process.pid}-${customers}@mail.example`;
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const caller = purchase.accessToken && { authorization: `Bearer ${purchase.accessToken}` };
  const send = async (method: string, path: string, apikey: string, body?: object) => {
    const answer = await fetch(`${shop.origin}${path}`, {
      method,
      headers: {
        apikey,
        ...(path.startsWith('/functions/') && caller),
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = await answer.text();
    expect(answer.ok, `${path}: ${answer.status} ${said}`).toBe(true);
    return JSON.parse(said);
  };
  const call = (name: string, body: object) =>
    send('POST', `/functions/v1/${name}`, publishableKey, body);

  const slug = 'pure-himalayan-shilajit-resin';
  const [product] = await send('GET', `/rest/v1/products?slug=eq.${slug}`, publishableKey);
  const { id, name, weight_type: weight, price } = product;
  const item = { id, name, weight, price, quantity: 1 };
  const { url } = await call('create-checkout', { items: [item] });
  const sessionId = new URL(url).pathname.split('/').at(-1) ?? '';
  if (purchase.total !== undefined) {
    const order = `/rest/v1/orders?stripe_session_id=eq.${sessionId}`;
    await send('PATCH', order, secretKey, { total_amount: purchase.total });
  }
  await sandboxClient(shop.sandbox, '').pay(url, { email, name: 'Rowan Vale' });
  const { order } = await call('update-order-details', { sessionId });
  return { id: order.id, number: order.id.slice(0, 8), email, sessionId };
}
