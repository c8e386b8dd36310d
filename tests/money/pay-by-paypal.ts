import { describe, expect, it, vi } from 'vitest';
import { minute, type Scene, waiting } from './scene.ts';
import { cartItem, newKey, teamEmail } from './test-shop.ts';

export function testPaypalPayments({
  shop,
  order,
  becomes,
  payments,
  mailsTo,
  events,
  wallet,
}: Scene): void {
  const capture = (orderToken: string, headers: Record<string, string> = {}, payerId = 'X') =>
    shop().call('capture-paypal-payment', { orderToken, payerId }, headers);

  describe('pays by PayPal', () => {
    it('records one order, one capture and one email to each side', async () => {
      const { orderId, approveUrl, cookie } = await wallet({}, [
        cartItem('resin', 2),
        cartItem('drops'),
      ]);
      expect(approveUrl).toBe(`${shop().sandbox.url}/paypal/checkoutnow?token=${orderId}`);
      const pending = await order(orderId);
      expect(pending).toMatchObject({
        name: 'PayPal Customer',
        email: 'paypal@checkout.example',
        address: 'Collected via PayPal',
        total_amount: '128.85',
        payment_status: 'pending',
      });
      const approved = await shop().sandbox.approve(approveUrl);
      const back = new URL(approved.headers.get('location') ?? '');
      expect(back.origin + back.pathname).toBe(`${shop().url}/paypal-success`);
      expect(back.searchParams.get('token')).toBe(orderId);

      const payerId = back.searchParams.get('PayerID') ?? '';
      const captured = await capture(orderId, { cookie: cookie ?? '' }, payerId);
      expect(captured.body.orderDetails).toEqual({
        id: pending?.id,
        name: 'Ann Example',
        email: 'ann@example.com',
        phone: '3035550142',
        address: '1 Main St, Apt 2, Denver, CO 80202, US',
        order_items: [
          expect.objectContaining({ name: 'Resin', weight: '30g', price: 49.9, quantity: 2 }),
          expect.objectContaining({ name: 'Drops', weight: '30ml', price: 29.05, quantity: 1 }),
        ],
        subtotal_amount: 128.85,
        discount_amount: 0,
        delivery_amount: 0,
        tax_amount: 0,
        tax_included_amount: 0,
        total_amount: 128.85,
        discount_code: null,
        delivery_rate_name: null,
        ship_country: null,
        ship_region: null,
        ship_postal_code: null,
        currency: 'USD',
        status: 'pending',
        payment_status: 'paid',
        created_at: pending?.created_at.toISOString(),
        stripe_session_id: null,
        paypal_order_id: orderId,
      });
      expect(await payments()).toMatchObject([
        { provider: 'paypal', amount_cents: 12885, currency: 'USD' },
      ]);
      await shop().commerce.idle();
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
    });

    it('captures once, however many ask at once', async () => {
      const { orderId, approveUrl, cookie } = await wallet();
      await shop().sandbox.chaos({ webhooks: { duplicate: 4, reorder: true } });
      await shop().sandbox.approve(approveUrl);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => capture(orderId, { cookie: cookie ?? '' })),
      );
      expect(answers.map(({ body }) => body.orderDetails?.payment_status)).toEqual(
        Array(100).fill('paid'),
      );
      await shop().commerce.idle();
      expect(await payments()).toHaveLength(1);
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
    });

    it('captures once on two replicas', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { orderId, approveUrl } = await wallet();
      await shop().sandbox.approve(approveUrl);
      const replicas = [shop().replica(), shop().replica()];
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (replicas[index % 2] ?? shop()).call('capture-paypal-payment', {
            orderToken: orderId,
            payerId: 'X',
          }),
        ),
      );
      expect((await order(orderId))?.payment_status).toBe('paid');
      expect(await payments()).toHaveLength(1);
    });

    it('creates one order for many clicks with one key', async () => {
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => wallet({ 'idempotency-key': key })),
      );
      expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
      const made = await shop().sandbox.paypalOrders();
      const [id] = await shop().db.selectFrom('orders').select('id').execute();
      expect(made.filter((one) => one.purchase_units[0]?.custom_id === id?.id)).toHaveLength(1);
    });

    it('answers the same order although the first answer was lost', async () => {
      const headers = { 'idempotency-key': newKey() };
      await shop().sandbox.chaos({
        api: { match: 'POST /paypal/v2/checkout/orders', answerLost: true },
      });
      const lost = await shop().call(
        'create-paypal-order',
        { items: [cartItem('drops')] },
        headers,
      );
      expect(lost).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      await shop().sandbox.chaos({});
      const { orderId, approveUrl } = await wallet(headers, [cartItem('drops')]);
      const [made] = await shop().sandbox.paypalOrders();
      expect(made?.id).toBe(orderId);
      await shop().sandbox.approve(approveUrl);
      await becomes(orderId, 'paid');
      expect(await shop().db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });

    it('charges what the catalog says, whatever the browser claims', async () => {
      const { orderId } = await wallet({}, [cartItem('resin', 3, { price: 0.01, name: 'Free' })]);
      const [made] = await shop().sandbox.paypalOrders();
      expect(made).toMatchObject({
        id: orderId,
        purchase_units: [
          {
            amount: { value: '149.70', currency_code: 'USD' },
            items: [{ name: 'Resin (30g)', quantity: '3', unit_amount: { value: '49.90' } }],
          },
        ],
      });
    });

    it('shows personal details only to the browser or account that placed the order', async () => {
      const { orderId, approveUrl, cookie } = await wallet();
      await shop().sandbox.approve(approveUrl);
      const seenBy = async (headers: Record<string, string>) =>
        (await capture(orderId, headers)).body.orderDetails;
      expect(await seenBy({})).toMatchObject({
        name: 'PayPal Customer',
        email: 'paypal@checkout.example',
        phone: '',
        address: 'Collected via PayPal',
        payment_status: 'paid',
      });
      expect(await seenBy({ cookie: `${cookie}x` })).toMatchObject({ name: 'PayPal Customer' });
      expect(await seenBy({ cookie: cookie ?? '' })).toMatchObject({ name: 'Ann Example' });
    });

    it('does not trust the browser that a payment was approved', async () => {
      const { orderId } = await wallet();
      const answer = await capture(orderId, {}, 'ANYBODY123456');
      expect(answer).toMatchObject({ status: 402, body: { error: { code: 'payment_declined' } } });
      expect((await order(orderId))?.payment_status).toBe('pending');
    });

    it.each(['', 'NOTHING', 'x'.repeat(300), '../../v1/oauth2/token', null])(
      'knows no order under the token %j',
      async (orderToken) => {
        const answer = await shop().call('capture-paypal-payment', { orderToken, payerId: 'X' });
        expect([400, 404]).toContain(answer.status);
      },
    );

    it('never captures what another shop sold through the same account', async () => {
      const foreign = await shop().sandbox.callPaypal('POST', 'v2/checkout/orders', {
        intent: 'CAPTURE',
        purchase_units: [
          { amount: { currency_code: 'USD', value: '10.00' }, custom_id: 'other-shop-17' },
        ],
      });
      const id = foreign?.id ?? '';
      await shop().sandbox.approve(`${shop().sandbox.url}/paypal/checkoutnow?token=${id}`);
      await vi.waitFor(async () => {
        expect((await events()).some((event) => event.reference === id)).toBe(true);
      }, waiting);
      await shop().commerce.idle();
      const answer = await capture(id);
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } });
      const [found] = await shop().sandbox.paypalOrders();
      expect(found).toMatchObject({ id, status: 'APPROVED' });
    });

    it('reports a decline and accepts another payment method', async () => {
      const { orderId, approveUrl, cookie } = await wallet();
      await shop().sandbox.approve(approveUrl, { funding: 'declined' });
      const declined = await capture(orderId, { cookie: cookie ?? '' });
      expect(declined).toMatchObject({
        status: 402,
        body: { error: { code: 'payment_declined' } },
      });
      expect((await order(orderId))?.payment_status).toBe('pending');
      await shop().sandbox.approve(approveUrl);
      const captured = await capture(orderId, { cookie: cookie ?? '' });
      expect(captured.body.orderDetails.payment_status).toBe('paid');
      expect(await payments()).toHaveLength(1);
    });

    it('is not paid by an order that is COMPLETED with a DECLINED capture (Checkout-NodeJS-SDK #46)', async () => {
      const { orderId, approveUrl } = await wallet();
      await shop().sandbox.approve(approveUrl, { funding: 'capture-declined' });
      await becomes(orderId, 'failed');
      const [made] = await shop().sandbox.paypalOrders();
      expect(made).toMatchObject({
        id: orderId,
        status: 'COMPLETED',
        purchase_units: [{ payments: { captures: [{ status: 'DECLINED' }] } }],
      });
      expect((await capture(orderId)).body.orderDetails.payment_status).toBe('failed');
      expect(await payments()).toEqual([]);
      await shop().commerce.idle();
      const subjects = (await mailsTo('ann@example.com')).map(({ subject }) => subject);
      expect(subjects).toEqual([expect.stringMatching(/did not go through$/)]);
    });

    it('holds an order for review whose amount was changed to 0.01 at PayPal (react-paypal-js #197)', async () => {
      const { orderId, approveUrl } = await wallet();
      await shop().sandbox.callPaypal('PATCH', `v2/checkout/orders/${orderId}`, [
        {
          op: 'replace',
          path: "/purchase_units/@reference_id=='default'/items",
          value: [
            { name: 'Resin', quantity: '1', unit_amount: { currency_code: 'USD', value: '0.01' } },
          ],
        },
        {
          op: 'replace',
          path: "/purchase_units/@reference_id=='default'/amount",
          value: {
            currency_code: 'USD',
            value: '0.01',
            breakdown: { item_total: { currency_code: 'USD', value: '0.01' } },
          },
        },
      ]);
      await shop().sandbox.approve(approveUrl);
      await becomes(orderId, 'review');
      await shop().commerce.idle();
      expect(await mailsTo('ann@example.com')).toEqual([]);
    });

    it('is paid although the process died between capture and commit (opencollective #6387)', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { orderId, approveUrl } = await wallet();
      await shop().sandbox.approve(approveUrl);
      // Captured, but not recorded.
      expect(await shop().paypal.readOrCapture(orderId, async () => true)).toMatchObject({
        reported: { state: 'paid' },
      });
      expect((await order(orderId))?.payment_status).toBe('pending');
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(orderId))?.payment_status).toBe('paid');
      expect(await payments()).toHaveLength(1);
    });

    it('waits for an eCheck, then is paid', async () => {
      const { orderId, approveUrl } = await wallet();
      await shop().sandbox.approve(approveUrl, { funding: 'pending' });
      const waiting = await capture(orderId);
      expect(waiting.body.orderDetails.payment_status).toBe('pending');
      const [made] = await shop().sandbox.paypalOrders();
      const id = made?.purchase_units[0]?.payments?.captures[0]?.id;
      await shop().sandbox.paypalControl(`captures/${id}/settle`, { status: 'COMPLETED' });
      await becomes(orderId, 'paid');
    });

    it('releases the key of an attempt that was not approved within an hour', async () => {
      const headers = { 'idempotency-key': newKey() };
      const first = await wallet(headers);
      shop().advance(61 * minute);
      const second = await wallet(headers);
      expect(second.orderId).not.toBe(first.orderId);
      expect((await order(first.orderId))?.payment_status).toBe('expired');
    });
  });
}
