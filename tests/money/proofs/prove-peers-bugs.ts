import { describe, expect, it, vi } from 'vitest';
import { toCents, toDecimal } from '#domain/money.ts';
import { minute, type Scene, waiting } from '../scene.ts';
import { cartItem, newKey, products, teamEmail } from '../test-shop.ts';
import type { Begun, WayToPay } from './ways-to-pay.ts';

const customer = 'ann@example.com';

/** Bugs that cost other shops money, as reported by them; none may happen here. */
export function provePeersBugs(scene: Scene, way: WayToPay): void {
  const { shop, order, payments, mailsTo, refunds, signIn } = scene;

  const buy = async (items?: Parameters<WayToPay['begin']>[2]): Promise<Begun> => {
    const begun = await way.begin(shop(), newKey(), items);
    expect(begun.status).toBe(200);
    return begun;
  };
  const pay = (begun: Begun) => way.pay(shop().sandbox, begun.payUrl, customer);
  const statusOf = async ({ reference }: Begun) => (await order(reference))?.payment_status;
  /** Pays while webhooks to the shop are held, and returns them. */
  const payUnheard = async (begun: Begun) => {
    const held = shop().holdWebhooks();
    await pay(begun);
    const events = (await held.collect([begun.reference])).filter(({ body }) =>
      body.includes(begun.reference),
    );
    return { held, events, first: events[0] ?? expect.fail('no event') };
  };
  const once = async () => {
    await shop().commerce.idle();
    expect(await payments()).toHaveLength(1);
    expect(await mailsTo(customer)).toHaveLength(1);
    expect(await mailsTo(teamEmail)).toHaveLength(1);
  };

  describe(`${way.name}: known bugs of other shops`, () => {
    it('1. confirming and the webhook race, paid orders go missing (medusa #13301)', async () => {
      const begun = await buy();
      const { held, first } = await payUnheard(begun);
      const both = [
        ...Array.from({ length: 10 }, () => way.confirm(shop(), begun)),
        ...Array.from({ length: 10 }, () => held.deliver(first)),
      ];
      await Promise.all(both);
      held.release();
      expect(await statusOf(begun)).toBe('paid');
      await once();
    });

    it('2. one webhook delivered three times in parallel settles three times (pinelab-vendure-plugins #620)', async () => {
      const begun = await buy();
      const { held, first } = await payUnheard(begun);
      await Promise.all([1, 2, 3].map(() => held.deliver(first)));
      held.release();
      await shop().commerce.idle();
      expect(await statusOf(begun)).toBe('paid');
      await once();
    });

    it('3. a webhook before the order exists is answered 200 and stuck for good (statamic-cargo #191)', async () => {
      const begun = await buy();
      const { held, first } = await payUnheard(begun);
      const column = way.name === 'stripe' ? 'stripe_session_id' : 'paypal_order_id';
      // As if the event had arrived before the order was committed.
      const [row] = await shop().db.selectFrom('orders').selectAll().execute();
      const [attempt] = await shop()
        .db.selectFrom('private.checkout_attempts')
        .selectAll()
        .execute();
      if (!row || !attempt) throw new Error('no order');
      await shop().db.deleteFrom('orders').execute();
      expect(await held.deliver(first)).toBe(200);
      await shop().commerce.idle();
      await shop()
        .db.insertInto('orders')
        .values({ ...row, order_items: JSON.stringify(row.order_items), [column]: null })
        .execute();
      await shop()
        .db.insertInto('private.checkout_attempts')
        .values({ ...attempt, pay_again: '[]', ships_to: '[]' })
        .execute();
      await shop().commerce.jobs.run('reconcile');
      held.release();
      expect(await statusOf(begun)).toBe('paid');
    });

    it('4. an error is answered 200, or its retry skipped as seen (dj-stripe #832)', async () => {
      const begun = await buy();
      const { held, first } = await payUnheard(begun);
      await shop().sandbox.chaos({
        api: { match: way.api.read, fail: { status: 500, times: 99 } },
      });
      await held.deliver(first);
      await shop().commerce.idle();
      expect(await statusOf(begun)).toBe('pending');
      await shop().sandbox.chaos({});
      expect(await held.deliver(first)).toBe(200);
      held.release();
      await shop().commerce.idle();
      expect(await statusOf(begun)).toBe('paid');
    });

    it('5. captured, then killed before the commit: no order (opencollective #6387)', async () => {
      const begun = await buy();
      const { held } = await payUnheard(begun);
      // The provider has taken the money; the process that asked for it is gone.
      await shop().providers[way.name].readOrCapture(begun.reference, async () => true);
      expect(await statusOf(begun)).toBe('pending');
      held.release();
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect(await statusOf(begun)).toBe('paid');
      await once();
    });

    it('6. declined and yet accepted (PayPal Checkout-NodeJS-SDK #46)', async () => {
      const begun = await buy();
      await way.decline(shop().sandbox, begun.payUrl);
      await way.confirm(shop(), begun);
      await shop().commerce.idle();
      expect(await statusOf(begun)).toBe('pending');
      expect(await payments()).toEqual([]);
      expect(await mailsTo(customer)).toEqual([]);
    });

    it('7. paid 0.01 (react-paypal-js #197)', async () => {
      const begun = await buy([cartItem('resin', 1, { price: 0.01 })]);
      const asked = await shop().providers[way.name].readOrCapture(
        begun.reference,
        async () => true,
      );
      expect(asked).toMatchObject({ reported: { amountCents: toCents(products.resin.price) } });
      // If the provider took another amount than the order's total, the order is not paid.
      await shop().db.updateTable('orders').set({ total_amount: '4990.00' }).execute();
      await pay(begun);
      await way.confirm(shop(), begun);
      await vi.waitFor(async () => expect(await statusOf(begun)).toBe('review'), waiting);
      expect(await mailsTo(customer)).toEqual([]);
    });

    it('8. the cart changes in another tab while paying (Broadleaf #1574)', async () => {
      const begun = await buy([cartItem('resin', 2)]);
      const other = await buy([cartItem('drops', 5)]);
      await shop()
        .db.updateTable('products')
        .set({ price: '1.00', name: 'Renamed' })
        .where('id', '=', products.resin.id)
        .execute();
      try {
        await pay(begun);
        await way.confirm(shop(), begun);
        expect(await order(begun.reference)).toMatchObject({
          payment_status: 'paid',
          total_amount: '99.80',
          order_items: [expect.objectContaining({ name: 'Resin', price: 49.9, quantity: 2 })],
        });
        expect(await statusOf(other)).toBe('pending');
      } finally {
        await shop()
          .db.updateTable('products')
          .set({ price: products.resin.price, name: products.resin.name })
          .where('id', '=', products.resin.id)
          .execute();
      }
    });

    it('9. personal details by order id (evershop #1062)', async () => {
      const begun = await buy();
      await pay(begun);
      await way.confirm(shop(), begun);
      const { name, body } = way.page(begun);
      const stranger = await shop().call(name, body);
      const { order: seen = stranger.body.orderDetails } = stranger.body;
      expect(JSON.stringify(seen)).not.toMatch(/Ann|ann@|Main St|555/);
      const id = (await order(begun.reference))?.id;
      const byId = await shop().call(name, { sessionId: id, orderToken: id, payerId: 'X' });
      expect(byId.status).toBeGreaterThanOrEqual(400);
    });

    it('10. a refund clicked twenty times is twenty refunds (woocommerce-gateway-stripe #838), and a late failure overwrites paid (stripe_official #79)', async () => {
      const begun = await buy();
      const { held, events } = await payUnheard(begun);
      await way.confirm(shop(), begun);
      const orderId = (await order(begun.reference))?.id;
      const { headers } = await signIn();
      const clicks = await Promise.all(
        Array.from({ length: 20 }, () =>
          shop().call('refund-order', { orderId, amount: 10 }, headers),
        ),
      );
      expect(new Set(clicks.map(({ body }) => body.refund.id)).size).toBe(1);
      expect(await refunds()).toHaveLength(1);
      for (const event of events) await held.deliver(event);
      held.release();
      await shop().commerce.idle();
      expect(await statusOf(begun)).toBe('partially_refunded');
      const late = shop()
        .db.updateTable('orders')
        .set({ payment_status: 'failed' })
        .where('id', '=', orderId ?? '')
        .execute();
      await expect(late).rejects.toMatchObject({ code: '23514' });
    });

    it('11. rounding: 98.9009 against 9890 (medusa #12789)', async () => {
      try {
        for (const [price, quantity] of [
          ['98.90', 1],
          ['0.29', 3],
          ['1.10', 97],
          ['16.45', 99],
        ] as const) {
          await shop()
            .db.updateTable('products')
            .set({ price })
            .where('id', '=', products.resin.id)
            .execute();
          const begun = await buy([cartItem('resin', quantity)]);
          const cents = toCents(price) * quantity;
          const asked = await shop().providers[way.name].readOrCapture(
            begun.reference,
            async () => true,
          );
          expect(asked).toMatchObject({ reported: { amountCents: cents } });
          expect((await order(begun.reference))?.total_amount).toBe(toDecimal(cents));
        }
      } finally {
        await shop()
          .db.updateTable('products')
          .set({ price: products.resin.price })
          .where('id', '=', products.resin.id)
          .execute();
      }
    });

    it('12. a mail is sent twice (Shopware6 #1037)', async () => {
      const begun = await buy();
      await pay(begun);
      await way.confirm(shop(), begun);
      const orderId = (await order(begun.reference))?.id;
      const replica = shop().replica();
      await Promise.all([
        ...Array.from({ length: 20 }, () => shop().call('send-order-email', { orderId })),
        ...Array.from({ length: 20 }, () => replica.call('send-order-email', { orderId })),
        ...Array.from({ length: 5 }, () => replica.commerce.outbox.drain()),
      ]);
      await once();
    });

    it('12b. delete and insert empty the cart (shopware #1843)', async () => {
      const { id } = await signIn({ role: 'customer' });
      const context = {
        role: 'authenticated',
        claims: { sub: id, role: 'authenticated' },
        headers: {},
      };
      const replace = (quantity: number | null) =>
        shop().database.runAs(context, {
          text: 'select * from public.replace_cart($1)',
          values: [
            JSON.stringify([
              { product_id: products.resin.id, product_name: 'Resin', price: 1, quantity: 1 },
              { product_id: products.drops.id, product_name: 'Drops', price: 1, quantity },
            ]),
          ],
        });
      const lines = async () =>
        (await shop().database.runAs(context, { text: 'select quantity from cart_items' })).rows;
      await replace(1);
      // Two tabs save at once, one of them something invalid, while a third one reads.
      const seen = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          await replace(index % 4 === 3 ? null : index + 1).catch(() => {});
          return (await lines()).length;
        }),
      );
      expect(seen).toEqual(Array(20).fill(2));
    });

    it('and the one measured: concurrent checkouts collide on an order number (EverShop 2.2.1)', async () => {
      const begun = await Promise.all(
        Array.from({ length: 30 }, () => way.begin(shop(), newKey())),
      );
      expect(begun.filter(({ status }) => status !== 200)).toEqual([]);
      expect(new Set(begun.map(({ reference }) => reference)).size).toBe(30);
    });
  });
}
