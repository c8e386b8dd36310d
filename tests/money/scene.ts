import { expect, vi } from 'vitest';
import type { OrderRow } from '#server/orders/tables.ts';
import { cartItem, newKey, sessionIdOf, type TestShop } from './test-shop.ts';

/** How long tests wait for background work. */
export const waiting = { timeout: 120_000, interval: 25 };

export const minute = 60_000;

/** A shop, and what every money test asks of it. References are session ids and wallet order ids. */
export type Scene = ReturnType<typeof createScene>;

/** `shop` is called only inside the tests, once it is open. */
export function createScene(shop: () => TestShop) {
  const order = (reference: string): Promise<OrderRow | undefined> =>
    shop()
      .db.selectFrom('orders')
      .selectAll()
      .where((where) =>
        where.or([
          where('stripe_session_id', '=', reference),
          where('paypal_order_id', '=', reference),
        ]),
      )
      .executeTakeFirst();
  const events = () => shop().db.selectFrom('private.provider_events').selectAll().execute();

  return {
    shop,
    order,
    events,
    payments: () => shop().db.selectFrom('payments').selectAll().execute(),
    becomes: (reference: string, status: string) =>
      vi.waitFor(async () => {
        expect((await order(reference))?.payment_status).toBe(status);
      }, waiting),
    mailsTo: async (address: string) =>
      (await shop().sandbox.mails()).filter((mail) => mail.to.includes(address)),
    eventsDone: (reference: string) =>
      vi.waitFor(async () => {
        const about = (await events()).filter((event) => event.reference === reference);
        expect(about.length).toBeGreaterThan(0);
        expect(about.every((event) => event.done_at !== null)).toBe(true);
      }, waiting),
    refunds: () => shop().db.selectFrom('refunds').selectAll().orderBy('created_at').execute(),
    /** The headers of a signed-in account, by default an admin's. */
    async signIn({ role = 'admin' }: { role?: string } = {}) {
      const id = newKey();
      const { database } = shop();
      await database.query({
        text: `insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, $3)`,
        values: [id, `${id}@example.com`, JSON.stringify({ role })],
      });
      await database.query({
        text: 'insert into auth.sessions (id, user_id) values ($1, $1)',
        values: [id],
      });
      return { id, headers: { authorization: `Bearer user:${id}` } };
    },
    /** Orders by card, pays, and waits until the payment is settled. */
    async paidOrder(items = [cartItem('resin', 2)]) {
      const answer = await shop().call('create-checkout', { items });
      const url: string = answer.body.url;
      await shop().sandbox.pay(url);
      const shown = await shop().call('update-order-details', { sessionId: sessionIdOf(url) });
      expect(shown.body.order.payment_status).toBe('paid');
      const [payment] = await shop()
        .db.selectFrom('payments')
        .selectAll()
        .where('order_id', '=', shown.body.order.id)
        .execute();
      if (!payment) throw new Error('no payment');
      return { orderId: payment.order_id, sessionId: sessionIdOf(url), payment };
    },
    /** Orders by wallet and returns the approval page. */
    async wallet(headers: Record<string, string> = {}, items = [cartItem('resin', 2)]) {
      const answer = await shop().call('create-paypal-order', { items }, headers);
      expect(answer.status).toBe(200);
      const { orderId, approveUrl } = answer.body as { orderId: string; approveUrl: string };
      return { orderId, approveUrl, cookie: answer.cookie };
    },
    /** Orders by card and returns the payment page. */
    async checkout(headers: Record<string, string> = {}, items = [cartItem('resin', 2)]) {
      const answer = await shop().call('create-checkout', { items }, headers);
      expect(answer.status).toBe(200);
      const url: string = answer.body.url;
      return { url, sessionId: sessionIdOf(url), cookie: answer.cookie };
    },
  };
}
