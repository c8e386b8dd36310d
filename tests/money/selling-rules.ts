import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { limits } from '#server/limits.ts';
import type { Scene } from './scene.ts';
import { cartItem, newKey, products, sessionIdOf, teamEmail } from './test-shop.ts';

const { resin } = products;

/** The owner's settings for delivery, tax and codes determine what an order costs. */
export function testSellingRules(scene: Scene): void {
  const { shop, order, becomes, checkout } = scene;
  const items = [cartItem('resin', 2)];
  const subtotal = toCents(resin.price) * 2;
  const quote = async (body: object, headers: Record<string, string> = {}) =>
    shop().call('quote', { items, ...body }, headers);
  const create = (body: object, headers: Record<string, string> = {}) =>
    shop().call('create-checkout', { items, ...body }, headers);
  const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
  const addCode = async (code: string, more: object = {}) =>
    shop()
      .db.insertInto('discounts')
      .values({ code, kind: 'percent', value: '10', ...more })
      .execute();

  describe('an order costs what the owner’s rules say', () => {
    let rates: Record<'post' | 'courier' | 'abroad', string>;

    beforeEach(async () => {
      rates = { post: newKey(), courier: newKey(), abroad: newKey() };
      const { db } = shop();
      const [home, away] = [newKey(), newKey()];
      await db
        .insertInto('delivery_zones')
        .values([
          { id: home, name: 'Home', countries: ['US'] },
          { id: away, name: 'Abroad', countries: ['CA', 'GB'] },
        ])
        .execute();
      await db
        .insertInto('delivery_rates')
        .values([
          { id: rates.post, zone_id: home, name: 'Post', price: '4.90', position: 0 },
          { id: rates.courier, zone_id: home, name: 'Courier', price: '15', position: 1 },
          { id: rates.abroad, zone_id: away, name: 'Air mail', price: '19.90' },
        ])
        .execute();
      await db
        .insertInto('tax_rates')
        .values({ country: 'US', region: 'NY', percent: '8.875' })
        .execute();
    });
    afterEach(async () => {
      const { db } = shop();
      await db.deleteFrom('delivery_zones').execute();
      await db.deleteFrom('tax_rates').execute();
      await db.deleteFrom('discounts').execute();
    });

    /** Where the sandbox's payer lives. */
    const atDenver = { country: 'US', region: 'CO', postalCode: '80202' };
    const toNewYork = { destination: { country: 'US', region: 'NY', postalCode: '10001' } };

    it('and a quote tells it beforehand, to the cent', async () => {
      await addCode('WELCOME10');
      const discount = Math.round(subtotal / 10);
      const tax = Math.round(((subtotal - discount) * 8875) / 100_000);
      const quoted = await quote({ ...toNewYork, discountCode: 'welcome10' });
      expect(quoted.body).toMatchObject({
        subtotal,
        discount,
        delivery: 490,
        tax,
        taxIncluded: 0,
        total: subtotal - discount + 490 + tax,
        deliveryRateId: rates.post,
        needsDestination: false,
        countries: ['CA', 'GB', 'US'],
        problems: [],
      });
      expect(
        quoted.body.rates.map(({ name, price }: { name: string; price: number }) => [name, price]),
      ).toEqual([
        ['Post', 490],
        ['Courier', 1500],
      ]);
      expect(await shop().db.selectFrom('orders').select('id').execute()).toEqual([]);

      const { body } = await create({ ...toNewYork, discountCode: 'WELCOME10' });
      expect(body.url).toMatch(/^http/);
      const [stored] = await shop().db.selectFrom('orders').selectAll().execute();
      const decimal = (cents: number) => (cents / 100).toFixed(2);
      expect(stored).toMatchObject({
        subtotal_amount: decimal(subtotal),
        discount_amount: decimal(discount),
        delivery_amount: '4.90',
        tax_amount: decimal(tax),
        tax_included_amount: '0.00',
        total_amount: decimal(subtotal - discount + 490 + tax),
        discount_code: 'WELCOME10',
        delivery_rate_name: 'Post',
        ship_country: 'US',
        ship_region: 'NY',
        ship_postal_code: '10001',
        order_items: [
          { product_id: resin.id, discount: discount / 100, tax: tax / 100, quantity: 2 },
        ],
      });
      const taxed = await shop().db.selectFrom('private.order_taxes').selectAll().execute();
      expect(taxed).toEqual([{ order_id: stored?.id, part: 0, percent: '8.875', included: false }]);
    });

    it('and nothing is ordered for a destination, rate or code that does not fit', async () => {
      await addCode('OVER', { ends_at: '2026-01-01' });
      await addCode('OFF', { active: false });
      const cases: [object, number, string][] = [
        [{}, 400, 'destination_required'],
        [{ destination: { country: 'DE' } }, 409, 'not_delivered_there'],
        [{ ...toNewYork, deliveryRateId: rates.abroad }, 409, 'delivery_unavailable'],
        [{ ...toNewYork, deliveryRateId: newKey() }, 409, 'delivery_unavailable'],
        [{ ...toNewYork, discountCode: 'OVER' }, 409, 'code_over'],
        [{ ...toNewYork, discountCode: 'OFF' }, 409, 'unknown_code'],
        [{ ...toNewYork, discountCode: 'NEVER' }, 409, 'unknown_code'],
      ];
      for (const [body, status, code] of cases) {
        expect(await create(body)).toMatchObject(refused(status, code));
      }
      expect(await shop().db.selectFrom('orders').select('id').execute()).toEqual([]);
    });

    it('and a code with one use is spent once, however many ask at a time', async () => {
      await addCode('ONCE', { max_uses: 1 });
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => create({ ...toNewYork, discountCode: 'ONCE' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('code_used_up');
      expect((await quote({ ...toNewYork, discountCode: 'ONCE' })).body.problems).toMatchObject([
        { code: 'code_used_up' },
      ]);
    });

    it('and no network uses up a code by orders that it does not pay', async () => {
      await addCode('FEST', { max_uses: 50 });
      const replica = shop().replica({ rateLimits: true });
      const body = { ...toNewYork, discountCode: 'FEST' };
      const begin = (address: string, more: object = body) =>
        replica.call('create-checkout', { items, ...more }, { 'x-forwarded-for': address });
      const refusedThere = {
        ...refused(429, 'too_many_unpaid'),
        retryAfter: limits.unpaidShare.seconds,
      };
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => begin(`10.8.0.${index % 4}`)),
      );
      const started = answers.filter(({ status }) => status === 200);
      expect(started).toHaveLength(25);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer).toMatchObject(refusedThere);
        expect(answer.body.error.message).toContain('The code FEST is in orders');
      }
      expect((await begin('10.8.0.1', toNewYork)).status).toBe(200);
      // A shop without limits counts nothing.
      expect((await create(body, { 'x-forwarded-for': '10.8.0.1' })).status).toBe(200);
      const sessionId = sessionIdOf(started[0]?.body.url);
      await shop().sandbox.control(`sessions/${sessionId}/expire`);
      await becomes(sessionId, 'expired');
      expect((await begin('10.8.0.1')).status).toBe(200);
      expect(await begin('10.8.0.1')).toMatchObject(refusedThere);
      // The other uses are shared, three for each network range.
      const others = await Promise.all(
        Array.from({ length: 8 }, (_, index) => begin(`10.9.${index % 2}.1`)),
      );
      expect(others.filter(({ status }) => status === 200)).toHaveLength(6);
      expect((await quote(body)).body.problems).toEqual([]);
      expect((await begin('10.10.0.1')).status).toBe(200);
    });

    it('and customers have their share of a code wherever they are', async () => {
      await addCode('FEST', { max_uses: 8 });
      const replica = shop().replica({ rateLimits: true });
      const from = { 'x-forwarded-for': '10.11.0.1' };
      const begin = (headers: object = {}, way = 'create-checkout') =>
        replica.call(way, { items, ...toNewYork, discountCode: 'FEST' }, { ...from, ...headers });
      const drops = { items: [cartItem('drops')], destination: atDenver };
      const { body, cookie } = await create(drops);
      await shop().sandbox.pay(body.url);
      await becomes(sessionIdOf(body.url), 'paid');
      const { headers } = await scene.signIn({ role: 'customer' });
      for (let made = 0; made < 4; made++) expect((await begin()).status).toBe(200);
      // An account costs nothing to create, so it does not help; a browser that has paid before does.
      expect((await begin(headers)).status).toBe(429);
      expect((await begin({ cookie: cookie ?? '' })).status).toBe(200);
      // A wallet’s page stays open, but the customer’s next order replaces it.
      for (let made = 0; made < 6; made++) {
        const answer = await begin({ cookie: cookie ?? '' }, 'create-paypal-order');
        expect(answer.status).toBe(200);
      }
    });

    it('and a code comes back when its order ends unpaid', async () => {
      await addCode('ONCE', { max_uses: 1 });
      const { body } = await create({ ...toNewYork, discountCode: 'ONCE' });
      const sessionId = new URL(body.url).pathname.split('/').at(-1) ?? '';
      await shop().sandbox.control(`sessions/${sessionId}/expire`);
      await becomes(sessionId, 'expired');
      await scene.eventsDone(sessionId);
      expect((await quote({ ...toNewYork, discountCode: 'ONCE' })).body.problems).toEqual([]);
    });

    it('and a code that ends before its order is paid still holds for that order', async () => {
      await addCode('TODAY', { max_uses: 1 });
      const { url } = (await create({ destination: atDenver, discountCode: 'TODAY' })).body;
      const sessionId = sessionIdOf(url);
      await shop().db.updateTable('discounts').set({ ends_at: '2026-01-01' }).execute();
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop().sandbox.pay(url);
      await shop().call('update-order-details', { sessionId });
      expect(await order(sessionId)).toMatchObject({
        payment_status: 'paid',
        discount_code: 'TODAY',
      });
      expect((await quote({ ...toNewYork, discountCode: 'TODAY' })).body.problems).toMatchObject([
        { code: 'code_over' },
      ]);
    });

    it('and codes are not found by guessing', async () => {
      await addCode('SECRET');
      const replica = shop().replica({ rateLimits: true });
      const from = (address: string) => ({ 'x-forwarded-for': address });
      const guess = (code: string, address: string) =>
        replica.call('quote', { items, ...toNewYork, discountCode: code }, from(address));
      const guesses = await Promise.all(
        Array.from({ length: 3 * limits.unknownDiscountCodes.count }, (_, index) =>
          guess(`GUESS${index}`, '203.0.113.60'),
        ),
      );
      const looked = guesses.filter(({ status }) => status === 200);
      expect(looked).toHaveLength(limits.unknownDiscountCodes.count);
      for (const { body } of looked)
        expect(body.problems).toMatchObject([{ code: 'unknown_code' }]);
      expect(await guess('SECRET', '203.0.113.60')).toMatchObject(refused(429, 'rate_limited'));
      expect(
        await replica.call(
          'create-checkout',
          { items, ...toNewYork, discountCode: 'SECRET' },
          from('203.0.113.60'),
        ),
      ).toMatchObject(refused(429, 'rate_limited'));
      expect((await guess('SECRET', '203.0.113.61')).body.problems).toEqual([]);
    });

    it.each([{ value: '-10' }, { value: '101' }, { kind: 'amount', value: '-1' }])(
      'and no code may take %j',
      async (worth) => {
        await expect(addCode('WRONG', worth)).rejects.toThrow(/check constraint/);
      },
    );

    it('and what a customer has begun to pay does not use up their own code', async () => {
      await addCode('MINE', { max_uses: 1, max_uses_per_customer: 1 });
      const { headers } = await scene.signIn({ role: 'customer' });
      const body = { ...toNewYork, discountCode: 'MINE' };
      expect((await create(body, headers)).status).toBe(200);
      expect((await quote(body, headers)).body.problems).toEqual([]);
      expect((await quote(body)).body.problems).toMatchObject([{ code: 'code_used_up' }]);
      expect((await create(body, headers)).status).toBe(200);
    });

    it('and no wallet is captured for a code that others have used up', async () => {
      await addCode('MINE', { max_uses: 1 });
      const { headers } = await scene.signIn({ role: 'customer' });
      const body = { destination: atDenver, discountCode: 'MINE' };
      const begin = (item: object) =>
        shop().call('create-paypal-order', { ...body, items: [item] }, headers);
      const first = await begin(cartItem('resin'));
      const second = await begin(cartItem('drops'));
      expect([first.status, second.status]).toEqual([200, 200]);
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'paid', paid_at: new Date() })
        .where('paypal_order_id', '=', first.body.orderId)
        .execute();
      await shop().sandbox.approve(second.body.approveUrl);
      const answer = await shop().call('capture-paypal-payment', {
        orderToken: second.body.orderId,
      });
      expect(answer).toMatchObject(refused(409, 'code_used_up'));
      expect((await order(second.body.orderId))?.payment_status).toBe('expired');
    });

    it('and no wallet is captured for an address that costs something else', async () => {
      const body = { items, ...toNewYork };
      const { orderId, approveUrl } = (await shop().call('create-paypal-order', body)).body;
      await shop().sandbox.approve(approveUrl);
      expect(await shop().call('capture-paypal-payment', { orderToken: orderId })).toMatchObject({
        status: 409,
        body: {
          error: { code: 'destination_changed', destination: { country: 'US', region: 'CO' } },
        },
      });
      expect(await scene.payments()).toEqual([]);
      expect((await order(orderId))?.payment_status).toBe('expired');
    });

    it('and a late payment that the team accepts has used its code', async () => {
      await addCode('LATE', { max_uses: 1 });
      const { body } = await create({ ...toNewYork, discountCode: 'LATE' });
      const sessionId = sessionIdOf(body.url);
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired', total_amount: '500.00' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop().sandbox.pay(body.url);
      await becomes(sessionId, 'review');
      const { headers } = await scene.signIn();
      const orderId = (await order(sessionId))?.id;
      expect((await shop().call('accept-payment', { orderId }, headers)).status).toBe(200);
      expect(await create({ ...toNewYork, discountCode: 'LATE' })).toMatchObject({ status: 409 });
    });

    it('and a card payment that goes elsewhere is held for review', async () => {
      const { url } = (await create(toNewYork)).body;
      await shop().sandbox.pay(url);
      const sessionId = sessionIdOf(url);
      await shop().call('update-order-details', { sessionId });
      expect((await order(sessionId))?.payment_status).toBe('review');
      await shop().commerce.idle();
      const [alert] = await scene.mailsTo(teamEmail);
      expect(alert?.text).toContain('where delivery or tax differs');
    });

    it.each(['card', 'wallet'])('and that is what is paid by %s, to the cent', async (way) => {
      await addCode('WELCOME10');
      const body = { items, destination: atDenver, discountCode: 'WELCOME10' };
      await shop().db.updateTable('tax_rates').set({ region: 'CO' }).execute();
      const { total } = (await quote(body)).body;
      let reference: string;
      if (way === 'card') {
        const { url } = (await shop().call('create-checkout', body)).body;
        await shop().sandbox.pay(url);
        reference = sessionIdOf(url);
        await shop().call('update-order-details', { sessionId: reference });
      } else {
        const { orderId, approveUrl } = (await shop().call('create-paypal-order', body)).body;
        await shop().sandbox.approve(approveUrl);
        reference = orderId;
        await shop().call('capture-paypal-payment', { orderToken: orderId });
      }
      expect((await order(reference))?.payment_status).toBe('paid');
      expect(await scene.payments()).toMatchObject([{ amount_cents: total, standing: 'settled' }]);
    });

    it('and one that is repeated answers the first order, though a rate has changed', async () => {
      const key = { 'idempotency-key': newKey() };
      const first = await create(toNewYork, key);
      await shop().db.updateTable('delivery_rates').set({ price: '99' }).execute();
      expect((await create(toNewYork, key)).body).toEqual(first.body);
      expect(await create({ ...toNewYork, deliveryRateId: rates.courier }, key)).toMatchObject(
        refused(409, 'attempt_conflict'),
      );
    });
  });

  it('an amount that a card does not take is refused with words', async () => {
    await addCode('ALMOST', { kind: 'amount', value: '99.50' });
    expect(await create({ discountCode: 'ALMOST' })).toMatchObject({
      status: 409,
      body: { error: { code: 'amount_too_small', message: expect.stringContaining('$0.50') } },
    });
    const wallet = await shop().call('create-paypal-order', { items, discountCode: 'ALMOST' });
    expect(wallet.status).toBe(200);
    await shop().db.deleteFrom('discounts').execute();
  });

  it('an order that a code makes free is completed by card, and goes to no wallet', async () => {
    await addCode('GIFT', { kind: 'percent', value: '100' });
    const { url } = (await create({ discountCode: 'GIFT' })).body;
    await shop().sandbox.pay(url);
    const sessionId = sessionIdOf(url);
    await shop().call('update-order-details', { sessionId });
    expect(await order(sessionId)).toMatchObject({
      payment_status: 'paid',
      total_amount: '0.00',
      address: expect.stringContaining('Denver'),
    });
    const body = { items, discountCode: 'GIFT' };
    expect(await shop().call('create-paypal-order', body)).toMatchObject(
      refused(409, 'amount_too_small'),
    );
    await shop().db.deleteFrom('discounts').execute();
  });

  it('an order without rules keeps the sum of its lines', async () => {
    const { sessionId } = await checkout();
    expect(await order(sessionId)).toMatchObject({
      discount_amount: '0.00',
      delivery_amount: '0.00',
      tax_amount: '0.00',
      delivery_rate_name: null,
      ship_country: null,
    });
  });
}
