import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { providers } from './payment-pages.ts';
import { type Scene, waiting } from './scene.ts';
import { cartItem, newKey, products, sessionIdOf, teamEmail } from './test-shop.ts';

const { resin } = products;
const day = 24 * 60 * 60_000;

/** Links with which customers pay for what the owner offered them. */
export function testPaymentLinks(scene: Scene): void {
  const { shop, signIn, mailsTo, paidOrder, payments, order, becomes } = scene;
  const customer = {
    name: 'Bea Secret',
    email: 'bea@example.com',
    phone: '+1 555 0100',
    address: '7 Hidden Lane\nDenver, CO 80202\nUS',
  };
  const asOwner = async (name: string, body: object, key?: string) =>
    shop().call(name, body, {
      ...(await signIn()).headers,
      ...(key && { 'idempotency-key': key }),
    });
  const tokenOf = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('token');
  async function offer(body: object = {}, key = newKey()) {
    const wanted = { items: [cartItem('resin', 2)], customer, days: 7, tell: false, ...body };
    const answer = await asOwner('create-payment-link', wanted, key);
    expect(answer.status).toBe(200);
    return { linkId: answer.body.linkId as string, token: tokenOf(answer.body.url) ?? '' };
  }
  const open = async (token: string) => shop().call('open-payment-link', { token });
  const begin = (token: string, method: 'stripe' | 'paypal' = 'stripe') =>
    shop().call('pay-by-link', { token, method });
  /** Opens the provider's page and returns it. */
  async function page(token: string, method: 'stripe' | 'paypal' = 'stripe') {
    const { status, body, cookie } = await begin(token, method);
    expect(status).toBe(200);
    const { url, reference } = body as { url: string; reference: string };
    return {
      ...{ reference, cookie },
      pay: () => (method === 'stripe' ? shop().sandbox.pay(url) : shop().sandbox.approve(url)),
    };
  }
  const capture = (orderToken: string) =>
    shop().call('capture-paypal-payment', { orderToken, payerId: 'X' });
  const orders = () => shop().db.selectFrom('orders').selectAll().orderBy('created_at').execute();
  const linkRow = (id: string) =>
    shop()
      .db.selectFrom('payment_links')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const setProduct = (values: object) =>
    shop().db.updateTable('products').set(values).where('id', '=', resin.id).execute();
  const stock = async () => {
    const { stock } = await shop()
      .db.selectFrom('products')
      .select('stock')
      .where('id', '=', resin.id)
      .executeTakeFirstOrThrow();
    return stock;
  };
  /** Ends the order, as if nobody had paid in time. */
  const end = (reference: string) =>
    shop()
      .db.updateTable('orders')
      .set({ payment_status: 'expired' })
      .where((where) =>
        where.or([
          where('stripe_session_id', '=', reference),
          where('paypal_order_id', '=', reference),
        ]),
      )
      .execute();
  const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

  describe('by a payment link', () => {
    afterEach(async () => {
      await setProduct({ stock: null, price: resin.price, sold_out: false });
      await shop().db.deleteFrom('payment_links').execute();
    });

    it.each(providers)('a customer pays what was agreed, once, with %s', async (method) => {
      await setProduct({ stock: 5 });
      const { linkId, token } = await offer();
      // Later price changes do not affect what was agreed.
      await setProduct({ price: '99.00' });
      const { reference, pay, cookie } = await page(token, method);
      expect(cookie).toBeNull();
      expect(await stock()).toBe(3);
      await pay();
      if (method === 'paypal') await capture(reference);
      await becomes(reference, 'paid');
      const [paid] = await orders();
      expect(paid).toMatchObject({ total_amount: '99.80', user_id: null });
      expect(await payments()).toMatchObject([
        { order_id: paid?.id, provider: method, amount_cents: 9980, standing: 'settled' },
      ]);
      expect(await linkRow(linkId)).toMatchObject({ order_id: paid?.id, customer: null });
      expect((await open(token)).body).toMatchObject({ state: 'paid', lines: null });
      expect(await begin(token, 'stripe')).toMatchObject(refused(409, 'already_paid'));
      expect(await begin(token, 'paypal')).toMatchObject(refused(409, 'already_paid'));
      await shop().commerce.idle();
      // The card page has the email address the owner typed; the wallet uses its own.
      const told = method === 'stripe' ? 'bea@example.com' : 'ann@example.com';
      expect(await mailsTo(told)).toHaveLength(1);
      expect(await orders()).toHaveLength(1);
    });

    it('offers only the total that the owner saw, also for items added to an order', async () => {
      const { orderId } = await paidOrder();
      await setProduct({ price: '59.90' });
      const items = [cartItem('resin', 2)];
      const calls = [
        ['create-payment-link', { items, customer, days: 7, tell: true }],
        ['add-to-order', { orderId, items, days: 7, tell: true }],
      ] as const;
      for (const [name, wanted] of calls) {
        const key = newKey();
        const late = await asOwner(name, { ...wanted, seen: { totalCents: 9980 } }, key);
        expect(late).toMatchObject(refused(409, 'amount_changed'));
        const agreed = await asOwner(name, { ...wanted, seen: { totalCents: 11980 } }, key);
        expect(agreed.status).toBe(200);
        await setProduct({ price: '49.90' });
        // The same form, whose answer was lost.
        const again = await asOwner(name, { ...wanted, seen: { totalCents: 9980 } }, key);
        expect(again.body.linkId).toBe(agreed.body.linkId);
        await setProduct({ price: '59.90' });
      }
      const links = await shop().db.selectFrom('payment_links').select('total_amount').execute();
      expect(links).toEqual([{ total_amount: '119.80' }, { total_amount: '119.80' }]);
    });

    it('shows its holder lines and total, and nobody who it is for', async () => {
      const { token, linkId } = await offer();
      const { body } = await open(token);
      expect(body).toMatchObject({
        ...{ state: 'open', totalCents: 9980, addsTo: null, amounts: null },
        lines: [{ name: 'Resin', weight: '30g', quantity: 2, cents: 9980 }],
      });
      for (const secret of ['Bea', 'Hidden', '0100', 'bea@']) {
        expect(JSON.stringify(body)).not.toContain(secret);
      }
      expect(token).toMatch(/^[\w-]{43}$/);
      const stored = await sql<{ row: string }>`
        select to_jsonb(known)::text || to_jsonb(link)::text as row
        from private.payment_link_tokens as known join payment_links as link on link.id = link_id
      `.execute(shop().db);
      expect(JSON.stringify(stored.rows)).not.toContain(token);
      for (const guess of [linkId, '', 'x', token.slice(1), `${token}x`]) {
        expect(await open(guess)).toMatchObject(refused(404, 'link_not_found'));
        expect(await begin(guess)).toMatchObject(refused(404, 'link_not_found'));
      }
      // Read by its session id, the order shows whoever opened the page only placeholders.
      const { reference } = await page(token);
      const shown = await shop().call('update-order-details', { sessionId: reference });
      expect(shown.body.order).toMatchObject({ payment_status: 'pending', name: 'Pending' });
      expect(JSON.stringify(shown.body)).not.toMatch(/Hidden|Bea|bea@|0100/);
    });

    it('makes one order of two presses, and of two tabs the one that is paid', async () => {
      const { token } = await offer();
      const [one, two] = await Promise.all([begin(token), begin(token)]);
      expect(one.body).toEqual(two.body);
      expect(await orders()).toHaveLength(1);
      const card = await page(token);
      const wallet = await page(token, 'paypal');
      // The card's page was closed before the wallet's was opened.
      await card.pay().catch(() => {});
      await becomes(card.reference, 'expired');
      await wallet.pay();
      await capture(wallet.reference);
      await becomes(wallet.reference, 'paid');
      expect(await payments()).toHaveLength(1);
    });

    it('takes a payment once, however often it is told', async () => {
      const held = shop().holdWebhooks();
      const { token } = await offer();
      const { reference, pay } = await page(token);
      await pay();
      const deliveries = await held.collect([reference]);
      const five = deliveries.flatMap((delivery) => Array.from({ length: 5 }, () => delivery));
      await Promise.all(five.map((delivery) => held.deliver(delivery)));
      held.release();
      await shop().call('update-order-details', { sessionId: reference });
      await becomes(reference, 'paid');
      expect(await payments()).toHaveLength(1);
      await shop().commerce.idle();
      expect(await mailsTo(teamEmail)).toHaveLength(1);
    });

    it('can be paid anew after a page was left, but not once it is over', async () => {
      const { token } = await offer({ days: 1 });
      const first = await page(token);
      await shop().sandbox.control(`sessions/${first.reference}/expire`);
      await becomes(first.reference, 'expired');
      const second = await page(token);
      expect(second.reference).not.toBe(first.reference);
      shop().advance(day + 1);
      expect((await open(token)).body).toMatchObject({ state: 'expired', lines: null });
      expect(await begin(token)).toMatchObject(refused(409, 'link_over'));
    });

    it('and two links of one customer are two orders', async () => {
      const [one, two] = [await offer(), await offer()];
      const pages = [await page(one.token), await page(two.token)];
      for (const { pay, reference } of pages) {
        await pay();
        await becomes(reference, 'paid');
      }
      expect(await payments()).toHaveLength(2);
      await shop().commerce.idle();
      const alerts = (await mailsTo(teamEmail)).filter(({ text }) => text.includes('also paid'));
      expect(alerts).toEqual([]);
    });

    it('is over when the owner cancels it: pages close, and faster money is reviewed', async () => {
      const { token, linkId } = await offer();
      const { reference, pay } = await page(token);
      const cancel = () => asOwner('cancel-payment-link', { linkId });
      expect((await cancel()).body).toEqual({ done: true });
      expect((await cancel()).body).toEqual({ done: true });
      await becomes(reference, 'expired');
      await pay().catch(() => {});
      expect((await open(token)).body).toMatchObject({ state: 'canceled' });
      expect(await begin(token)).toMatchObject(refused(409, 'link_over'));
      expect(await payments()).toEqual([]);

      const other = await offer();
      const held = shop().holdWebhooks();
      const faster = await page(other.token);
      await faster.pay();
      await asOwner('cancel-payment-link', { linkId: other.linkId });
      held.release();
      await shop().call('update-order-details', { sessionId: faster.reference });
      await becomes(faster.reference, 'review');
      const late = await asOwner('cancel-payment-link', { linkId: other.linkId });
      expect(late).toMatchObject(refused(409, 'link_over'));
    });

    it('tells whoever approves a wallet’s payment that it was canceled meanwhile', async () => {
      const { token, linkId } = await offer();
      const held = shop().holdWebhooks();
      const { reference, pay } = await page(token, 'paypal');
      await pay();
      await asOwner('cancel-payment-link', { linkId });
      for (let asked = 0; asked < 2; asked += 1) {
        expect(await capture(reference)).toMatchObject(refused(409, 'order_cancelled'));
      }
      held.release();
      expect(await payments()).toEqual([]);
    });

    it('canceled after its page was given up captures no approval that comes late', async () => {
      const { token, linkId } = await offer();
      const held = shop().holdWebhooks();
      const { reference, pay } = await page(token, 'paypal');
      await end(reference);
      await asOwner('cancel-payment-link', { linkId });
      await pay();
      expect(await capture(reference)).toMatchObject(refused(409, 'order_cancelled'));
      held.release();
      expect(await payments()).toEqual([]);
    });

    it('is another purchase than what its customer’s account orders by the cart', async () => {
      const { id, headers } = await signIn({ role: 'customer' });
      await shop().database.query({
        text: `update auth.users set email = 'bea.account@example.com', email_confirmed_at = now()
          where id = $1`,
        values: [id],
      });
      const { token } = await offer({
        customer: { ...customer, email: 'bea.account@example.com' },
      });
      const link = await page(token);
      const cart = await scene.checkout(headers, [cartItem('resin', 2)]);
      await link.pay();
      await becomes(link.reference, 'paid');
      const [order] = (await orders()).filter(({ stripe_session_id: s }) => s === link.reference);
      expect(order?.user_id).toBe(id);
      await shop().sandbox.pay(cart.url);
      await becomes(cart.sessionId, 'paid');
      await shop().commerce.idle();
      const alerts = (await mailsTo(teamEmail)).filter(({ text }) => text.includes('also paid'));
      expect(alerts).toEqual([]);
    });

    it('pays nothing that was sold meanwhile', async () => {
      await setProduct({ stock: 5 });
      const { token } = await offer();
      await setProduct({ stock: 1 });
      expect(await begin(token)).toMatchObject(refused(409, 'out_of_stock'));
      expect(await orders()).toEqual([]);
      await setProduct({ stock: 5, sold_out: true });
      expect(await begin(token)).toMatchObject(refused(409, 'sold_out'));
      await setProduct({ sold_out: false });
      const { reference, pay } = await page(token);
      await end(reference);
      await setProduct({ stock: 0 });
      await pay();
      await becomes(reference, 'review');
    });

    it('holds an amount for review that is not what was agreed', async () => {
      const { token } = await offer();
      const { reference, pay } = await page(token);
      await shop()
        .db.updateTable('orders')
        .set({ total_amount: '5.00', subtotal_amount: '5.00' })
        .where('stripe_session_id', '=', reference)
        .execute();
      await pay();
      await becomes(reference, 'review');
      expect(await payments()).toMatchObject([{ amount_cents: 9980, standing: 'review' }]);
    });

    it('is offered once by a form that is sent twice, and by the owner alone', async () => {
      const key = newKey();
      const made = await Promise.all([offer({ tell: true }, key), offer({ tell: true }, key)]);
      expect(made[0]?.linkId).toBe(made[1]?.linkId);
      for (const { token } of made) expect((await open(token)).status).toBe(200);
      await shop().commerce.idle();
      const [mail, ...more] = await mailsTo('bea@example.com');
      expect(more).toEqual([]);
      const mailed = /http\S+\/pay#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
      expect((await open(tokenOf(mailed) ?? '')).body.totalCents).toBe(9980);
      const other = { items: [cartItem('resin')], customer, days: 7, tell: false };
      expect(await asOwner('create-payment-link', other, key)).toMatchObject(
        refused(409, 'attempt_conflict'),
      );
      const linkId = made[0]?.linkId;
      const copied = await asOwner('copy-payment-link', { linkId });
      expect((await open(tokenOf(copied.body.url) ?? '')).body.state).toBe('open');
      await asOwner('send-payment-link', { linkId });
      await shop().commerce.idle();
      expect(await mailsTo('bea@example.com')).toHaveLength(2);
      const { headers } = await signIn({ role: 'customer' });
      for (const name of ['copy-payment-link', 'send-payment-link', 'cancel-payment-link']) {
        expect((await shop().call(name, { linkId }, headers)).status).toBe(403);
      }
      const free = { ...other, items: [] };
      expect((await asOwner('create-payment-link', free, newKey())).status).toBe(400);
      expect((await asOwner('create-payment-link', { ...other, days: 400 }, newKey())).status).toBe(
        400,
      );
    });

    describe('items are added to an order', () => {
      beforeEach(async () => {
        await shop().db.insertInto('tax_rates').values({ country: 'US', percent: '10' }).execute();
        const zone = newKey();
        await shop()
          .db.insertInto('delivery_zones')
          .values({ id: zone, name: 'Home', countries: ['US'] })
          .execute();
        await shop()
          .db.insertInto('delivery_rates')
          .values({ zone_id: zone, name: 'Post', price: '4.90' })
          .execute();
      });
      afterEach(async () => {
        await shop().db.deleteFrom('delivery_zones').execute();
        await shop().db.deleteFrom('tax_rates').execute();
      });

      async function original() {
        const destination = { country: 'US', region: 'CO', postalCode: '80202' };
        const { body } = await shop().call('create-checkout', {
          items: [cartItem('resin', 1)],
          destination,
        });
        const sessionId = sessionIdOf(body.url);
        await shop().sandbox.pay(body.url);
        await becomes(sessionId, 'paid');
        return (await order(sessionId))?.id ?? '';
      }
      const add = (orderId: string, body: object = {}, key = newKey()) =>
        asOwner(
          'add-to-order',
          { orderId, items: [cartItem('drops', 2)], days: 3, tell: true, ...body },
          key,
        );

      it('for their price and tax, without delivery, and with the ledger to the cent', async () => {
        const orderId = await original();
        await shop().commerce.idle();
        await shop().sandbox.clearMails();
        const { status, body } = await add(orderId);
        expect(status).toBe(200);
        expect(body.emailed).toBe(true);
        const token = tokenOf(body.url) ?? '';
        expect((await open(token)).body).toMatchObject({
          ...{ totalCents: 6391, addsTo: orderId.slice(0, 8) },
          amounts: { subtotal: 5810, delivery: 0, tax: 581 },
        });
        await shop().commerce.idle();
        const [mail] = await mailsTo('ann@example.com');
        expect(mail?.text).toContain(`added to your order ${orderId.slice(0, 8)}`);
        const { reference, pay } = await page(token);
        await pay();
        await becomes(reference, 'paid');
        const added = await order(reference);
        expect(added).toMatchObject({ total_amount: '63.91', delivery_amount: '0.00' });
        expect(await linkRow(body.linkId)).toMatchObject({
          ...{ adds_to: orderId, order_id: added?.id },
        });
        const { rows } = await sql<{ order_id: string; cents: string }>`
          select order_id, cents from private.sales order by paid_at`.execute(shop().db);
        expect(rows.map(({ order_id, cents }) => [order_id, Number(cents)])).toEqual([
          // 49.90, minus a tenth, plus delivery.
          [orderId, 5979],
          [added?.id, 6391],
        ]);
        // The earlier payment is unchanged.
        expect(await payments()).toHaveLength(2);
      });

      it.each([
        ['cancelled', { status: 'cancelled' }],
        ['shipped', { status: 'shipped' }],
        ['refunded', { payment_status: 'refunded' }],
      ] as const)('no longer once that is %s', async (_, change) => {
        const orderId = await original();
        const { body } = await add(orderId, { tell: false });
        const token = tokenOf(body.url) ?? '';
        const { reference } = await page(token);
        await shop().db.updateTable('orders').set(change).where('id', '=', orderId).execute();
        expect((await open(token)).body).toMatchObject({ state: 'canceled', lines: null });
        expect(await begin(token)).toMatchObject(refused(409, 'link_over'));
        await shop().commerce.jobs.run('cancelled');
        await becomes(reference, 'expired');
      });

      it('and captures no late approval once that has shipped', async () => {
        const orderId = await original();
        const { body } = await add(orderId, { tell: false });
        const held = shop().holdWebhooks();
        const { reference, pay } = await page(tokenOf(body.url) ?? '', 'paypal');
        await end(reference);
        await shop()
          .db.updateTable('orders')
          .set({ status: 'shipped' })
          .where('id', '=', orderId)
          .execute();
        await pay();
        expect(await capture(reference)).toMatchObject(refused(409, 'order_cancelled'));
        held.release();
        expect(await payments()).toHaveLength(1);
      });

      it('and money that is faster than the cancellation of that is reviewed', async () => {
        const orderId = await original();
        const { body } = await add(orderId, { tell: false });
        const held = shop().holdWebhooks();
        const { reference, pay } = await page(tokenOf(body.url) ?? '');
        await pay();
        await shop()
          .db.updateTable('orders')
          .set({ status: 'cancelled' })
          .where('id', '=', orderId)
          .execute();
        held.release();
        await shop().call('update-order-details', { sessionId: reference });
        await becomes(reference, 'review');
      });

      it('only while that is paid and still here', async () => {
        const orderId = await original();
        const { headers } = await signIn();
        expect(await add(newKey())).toMatchObject(refused(404, 'order_not_found'));
        const parcel = { orderId, carrier: 'UPS', trackingNumber: '1Z' };
        await shop().call('ship-order', parcel, headers);
        expect(await add(orderId)).toMatchObject(refused(409, 'already_shipped'));
        const cancelled = await original();
        await shop()
          .db.updateTable('orders')
          .set({ status: 'cancelled' })
          .where('id', '=', cancelled)
          .execute();
        expect(await add(cancelled)).toMatchObject(refused(409, 'order_cancelled'));
        const { body } = await shop().call('create-checkout', {
          items: [cartItem('resin', 1)],
          destination: { country: 'US', region: 'CO', postalCode: '80202' },
        });
        const unpaid = await order(sessionIdOf(body.url));
        expect(await add(unpaid?.id ?? '')).toMatchObject(refused(409, 'order_unpaid'));
      });
    });

    it('a paid order of somebody else stands in nobody’s way', async () => {
      await paidOrder([cartItem('resin', 2)]);
      const { token } = await offer();
      await vi.waitFor(async () => expect((await begin(token)).status).toBe(200), waiting);
    });
  });
}
