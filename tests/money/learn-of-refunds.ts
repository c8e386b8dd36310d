import { describe, expect, it, vi } from 'vitest';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createPaymentPages } from './payment-pages.ts';
import { createRefundScene } from './refund-scene.ts';
import { minute, type Scene, waiting } from './scene.ts';
import { newKey, teamEmail } from './test-shop.ts';

/** Refunds and disputes started elsewhere: by staff at the provider, the bank, or the customer. */
export function testLearningOfRefunds(scene: Scene): void {
  const { shop, becomes, refunds, mailsTo, paidOrder } = scene;
  const { call, extraPayment, paymentStatus, refundMails } = createRefundScene(scene);
  const { start } = createPaymentPages(scene);
  /** A refund the bank has yet to decide on. */
  async function pendingRefund() {
    const { reference, pay } = await start('stripe');
    await pay({ card: '4000000000007726' });
    await becomes(reference, 'paid');
    const orderId = (await scene.order(reference))?.id ?? '';
    expect((await call({ orderId })).body.refund.state).toBe('pending');
    const refund = (await refunds()).find((each) => each.order_id === orderId);
    return { orderId, reference: refund?.reference ?? '' };
  }
  /** Disputed so long ago that the provider no longer lists anything about it. */
  async function disputedOrder() {
    const paid = await paidOrder();
    await shop().sandbox.control('disputes', { payment_intent: paid.payment.reference });
    await becomes(paid.sessionId, 'disputed');
    const { reference } = await shop()
      .db.selectFrom('disputes')
      .select('reference')
      .where('order_id', '=', paid.orderId)
      .executeTakeFirstOrThrow();
    return { ...paid, reference };
  }
  const monthsLater = () => shop().advance(90 * 24 * 60 * minute);
  const lastRun = async () =>
    await shop()
      .db.selectFrom('reconcile_runs')
      .select(['findings', 'error'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  /** As if made in the provider's own dashboard. */
  const refundAtProvider = (payment: { reference: string }, amountCents: number) =>
    shop().provider.refund({
      refundId: `dashboard-${newKey()}`,
      orderId: '',
      paymentReference: payment.reference,
      amountCents,
      currency: 'USD',
    });

  describe('syncs refunds and disputes from the provider', () => {
    it('records a refund made at the provider and emails the customer once', async () => {
      const { orderId, sessionId, payment } = await paidOrder();
      await refundAtProvider(payment, 500);
      await becomes(sessionId, 'partially_refunded');
      await refundAtProvider(payment, 9480);
      await becomes(sessionId, 'refunded');
      await shop().commerce.idle();
      expect(await refunds()).toMatchObject([
        { origin: 'provider', amount_cents: 500, state: 'succeeded' },
        { origin: 'provider', amount_cents: 9480, state: 'succeeded' },
      ]);
      expect(await refundMails()).toHaveLength(2);
      expect(await call({ orderId })).toMatchObject({
        status: 409,
        body: { error: { code: 'nothing_to_refund' } },
      });
    });

    it('finds an unannounced refund when the provider refuses another one', async () => {
      const { orderId, payment } = await paidOrder();
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      await refundAtProvider(payment, 9980);
      expect(await call({ orderId })).toMatchObject({
        status: 502,
        body: { error: { code: 'provider_refused' } },
      });
      expect(await paymentStatus(orderId)).toBe('refunded');
      expect((await refunds()).map(({ state }) => state).sort()).toEqual(['failed', 'succeeded']);
      // It never counted, so nothing is reversed.
      expect((await refunds()).map((each) => each.reversed_at)).toEqual([null, null]);
    });

    it('finds unannounced refunds and disputes in the daily comparison', async () => {
      const { orderId, payment } = await paidOrder();
      const other = await paidOrder();
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      await refundAtProvider(payment, 9980);
      await shop().sandbox.control('disputes', { payment_intent: other.payment.reference });
      await shop().commerce.jobs.run('compare');
      expect(await paymentStatus(orderId)).toBe('refunded');
      expect(await paymentStatus(other.orderId)).toBe('disputed');
    });

    it('finds what was decided months later and never announced', async () => {
      const disputed = await disputedOrder();
      const lost = await disputedOrder();
      const returned = await pendingRefund();
      const arrived = await pendingRefund();
      const wallet = await start('paypal');
      await wallet.pay();
      await becomes(wallet.reference, 'paid');
      const [capture] = (await scene.payments()).filter(({ provider }) => provider === 'paypal');
      await shop().sandbox.paypalControl(`captures/${capture?.reference}/dispute`);
      await becomes(wallet.reference, 'disputed');
      await shop().commerce.idle();

      await shop().sandbox.chaos({ webhooks: { drop: true } });
      await shop().sandbox.control(`disputes/${disputed.reference}/close`, { status: 'won' });
      await shop().sandbox.control(`disputes/${lost.reference}/close`, { status: 'lost' });
      await shop().sandbox.control(`refunds/${returned.reference}/settle`, { status: 'failed' });
      await shop().sandbox.control(`refunds/${arrived.reference}/settle`, { status: 'succeeded' });
      await shop().sandbox.paypalControl(`captures/${capture?.reference}/dispute/close`, {
        outcome: 'RESOLVED_SELLER_FAVOUR',
      });
      monthsLater();
      await shop().commerce.jobs.run('compare');
      expect(await paymentStatus(disputed.orderId)).toBe('paid');
      expect(await paymentStatus(lost.orderId)).toBe('disputed');
      expect(await paymentStatus(returned.orderId)).toBe('paid');
      expect(await paymentStatus(arrived.orderId)).toBe('refunded');
      expect((await scene.order(wallet.reference))?.payment_status).toBe('paid');
      const disputes = await shop().db.selectFrom('disputes').select('state').execute();
      expect(disputes.map(({ state }) => state).sort()).toEqual(['lost', 'won', 'won']);
      expect((await refunds()).map(({ state }) => state).sort()).toEqual(['failed', 'succeeded']);
      expect(await lastRun()).toMatchObject({ findings: [], error: null });
    });

    it('finds what was decided on one payment while others cannot be read', async () => {
      const all = [await disputedOrder(), await disputedOrder(), await disputedOrder()];
      await shop().commerce.idle();
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      for (const { reference } of all) {
        await shop().sandbox.control(`disputes/${reference}/close`, { status: 'won' });
      }
      monthsLater();
      const [first, second, third] = all;
      const { provider, paypal } = shop();
      const half: PaymentProvider = {
        ...provider,
        async readPayment(reference) {
          if (reference === first?.payment.reference) throw new TypeError('unforeseen');
          if (reference === second?.payment.reference) return { kind: 'not_found' };
          return provider.readPayment(reference);
        },
      };
      await shop()
        .replica({ providers: [half, paypal] })
        .commerce.jobs.run('compare');
      expect(await paymentStatus(third?.orderId ?? '')).toBe('paid');
      const unreadable = { kind: 'order_unreadable', provider: 'stripe' };
      const detail = expect.stringContaining(second?.payment.reference ?? '-');
      const { findings, error } = await lastRun();
      expect(error).toBeNull();
      expect(findings).toHaveLength(2);
      // Each run reads in an order of its own.
      expect(findings).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...unreadable, order_id: first?.orderId }),
          expect.objectContaining({ ...unreadable, order_id: second?.orderId, detail }),
        ]),
      );
      await shop().commerce.jobs.run('compare');
      for (const { orderId } of all) expect(await paymentStatus(orderId)).toBe('paid');
    });

    it('asks an unreachable provider a few times only, and reports it once', async () => {
      const paid = await disputedOrder();
      // As many as a busy shop may have.
      await shop().database.query({
        text: `with more as (
            insert into public.payments (order_id, provider, reference, amount_cents, currency, standing)
            select $1, 'stripe', 'pi_more_' || n, 100, 'USD', 'surplus' from generate_series(1, 150) as n
            returning id, reference
          )
          insert into public.disputes (order_id, payment_id, provider, reference, amount_cents, currency, state)
          select $1, id, 'stripe', 'dp_' || reference, 100, 'USD', 'open' from more`,
        values: [paid.orderId],
      });
      monthsLater();
      const { provider, paypal } = shop();
      const readPayment = vi.fn(async () => ({ kind: 'unavailable', detail: 'down' }) as const);
      const down = shop().replica({ providers: [{ ...provider, readPayment }, paypal] });
      await down.commerce.jobs.run('compare');
      expect(readPayment.mock.calls.length).toBeLessThanOrEqual(10);
      expect(await lastRun()).toMatchObject({
        findings: [{ kind: 'provider_unreadable', provider: 'stripe' }],
        error: null,
      });
      // Once the provider responds, all of them are read, page by page.
      const knowsNone = vi.fn(async () => ({ kind: 'not_found' }) as const);
      const up = shop().replica({ providers: [{ ...provider, readPayment: knowsNone }, paypal] });
      await up.commerce.jobs.run('compare');
      expect(knowsNone).toHaveBeenCalledTimes(151);
    });

    it('reverts a refund that the bank returned, and alerts the team', async () => {
      const answer = await shop().call('create-checkout', {
        items: [{ id: '10000000-0000-4000-8000-000000000001', weight: '30g', quantity: 1 }],
      });
      await shop().sandbox.pay(answer.body.url, { card: '4000000000007726' });
      const sessionId = answer.body.url.split('/').at(-1);
      await becomes(sessionId, 'paid');
      const orderId = (await scene.order(sessionId))?.id;
      const refunded = await call({ orderId });
      expect(refunded.body).toMatchObject({
        refund: { state: 'pending' },
        order: { payment_status: 'refunded' },
      });
      const [refund] = await refunds();
      await shop().sandbox.control(`refunds/${refund?.reference}/settle`, { status: 'failed' });
      await becomes(sessionId, 'paid');
      expect((await refunds())[0]?.reversed_at).toBeInstanceOf(Date);
      await shop().commerce.idle();
      expect((await mailsTo(teamEmail)).map((mail) => mail.subject)).toContainEqual(
        expect.stringContaining('A refund did not go through'),
      );
      // Late events about it change nothing, and the order can be refunded again.
      const [payment] = await scene.payments();
      const history = await shop().provider.readPayment(payment?.reference ?? '');
      if (history.kind !== 'history') throw new Error(history.kind);
      expect((await call({ orderId })).body.refund.id).not.toBe(refunded.body.refund.id);
    });

    it('blocks shipping and refunds of a disputed order until the decision', async () => {
      const { orderId, sessionId, payment } = await paidOrder();
      await shop().sandbox.control('disputes', {
        payment_intent: payment.reference,
        reason: 'fraudulent',
      });
      await becomes(sessionId, 'disputed');
      expect(await call({ orderId })).toMatchObject({
        status: 409,
        body: { error: { code: 'order_disputed' } },
      });
      const [dispute] = await shop().db.selectFrom('disputes').selectAll().execute();
      expect(dispute).toMatchObject({ state: 'open', reason: 'fraudulent', amount_cents: 9980 });
      await shop().sandbox.control(`disputes/${dispute?.reference}/close`, { status: 'won' });
      await becomes(sessionId, 'paid');
      await shop().commerce.idle();
      const subjects = (await mailsTo(teamEmail)).map((mail) => mail.subject);
      expect(subjects).toContainEqual(expect.stringContaining('A payment is disputed'));
      expect(subjects).toContainEqual(expect.stringContaining('A dispute was resolved'));
      expect((await call({ orderId })).status).toBe(200);
      expect(await paymentStatus(orderId)).toBe('refunded');
    });

    it('takes a dispute up again that is reopened after its decision', async () => {
      const { orderId, sessionId, payment } = await paidOrder();
      await shop().sandbox.control('disputes', { payment_intent: payment.reference });
      await becomes(sessionId, 'disputed');
      const [dispute] = await shop().db.selectFrom('disputes').selectAll().execute();
      await shop().sandbox.control(`disputes/${dispute?.reference}/close`, { status: 'won' });
      await becomes(sessionId, 'paid');
      const reopens = shop().replica({
        providers: [
          {
            ...shop().provider,
            async readPayment(reference) {
              const read = await shop().provider.readPayment(reference);
              if (read.kind !== 'history') return read;
              return { ...read, disputes: read.disputes.map((one) => ({ ...one, state: 'open' })) };
            },
          },
        ],
      });
      // This may be a response from before the decision, so it is not believed yet.
      await reopens.commerce.jobs.run('compare');
      expect((await scene.order(sessionId))?.payment_status).toBe('paid');
      for (const text of [
        'alter table public.disputes disable trigger touch_updated_at',
        `update public.disputes set updated_at = now() - interval '10 minutes'`,
        'alter table public.disputes enable trigger touch_updated_at',
      ]) {
        await shop().database.query({ text });
      }
      await reopens.commerce.jobs.run('compare');
      expect((await scene.order(sessionId))?.payment_status).toBe('disputed');
      expect(await call({ orderId })).toMatchObject({ status: 409 });
      await shop().commerce.idle();
      const subjects = (await mailsTo(teamEmail)).map((mail) => mail.subject);
      expect(subjects.filter((one) => one.includes('A payment is disputed'))).toHaveLength(2);
    });

    it('leaves an order as it is whose extra payment is disputed, and lost', async () => {
      const { orderId, sessionId } = await paidOrder();
      const extra = await extraPayment(orderId);
      await shop().sandbox.control('disputes', { payment_intent: extra.reference });
      await vi.waitFor(async () => {
        const [opened] = await shop().db.selectFrom('disputes').selectAll().execute();
        expect(opened).toMatchObject({ order_id: orderId, state: 'open' });
      }, waiting);
      expect((await scene.order(sessionId))?.payment_status).toBe('paid');
      const [dispute] = await shop().db.selectFrom('disputes').selectAll().execute();
      await shop().sandbox.control(`disputes/${dispute?.reference}/close`, { status: 'lost' });
      await vi.waitFor(async () => {
        const [decided] = await shop().db.selectFrom('disputes').selectAll().execute();
        expect(decided?.state).toBe('lost');
      }, waiting);
      expect((await scene.order(sessionId))?.payment_status).toBe('paid');
    });

    it('keeps an order disputed whose dispute was lost', async () => {
      const { sessionId, payment } = await paidOrder();
      await shop().sandbox.control('disputes', { payment_intent: payment.reference });
      await becomes(sessionId, 'disputed');
      const [dispute] = await shop().db.selectFrom('disputes').selectAll().execute();
      await shop().sandbox.control(`disputes/${dispute?.reference}/close`, { status: 'lost' });
      await vi.waitFor(async () => {
        const [decided] = await shop().db.selectFrom('disputes').selectAll().execute();
        expect(decided?.state).toBe('lost');
      }, waiting);
      expect((await scene.order(sessionId))?.payment_status).toBe('disputed');
    });

    it('counts a lost dispute about a part of the money as a refund of it', async () => {
      const { orderId, sessionId, payment } = await paidOrder();
      const part = { payment_intent: payment.reference, amount: 2_000 };
      await shop().sandbox.control('disputes', part);
      await becomes(sessionId, 'disputed');
      const [dispute] = await shop().db.selectFrom('disputes').selectAll().execute();
      await shop().sandbox.control(`disputes/${dispute?.reference}/close`, { status: 'lost' });
      await becomes(sessionId, 'partially_refunded');
      for (const amount of [undefined, '10.00', '999.00']) {
        expect(await call({ orderId, ...(amount && { amount }) })).toMatchObject({
          status: 409,
          body: { error: { message: 'The bank took money of this payment back in a dispute.' } },
        });
      }
    });

    it('counts what a lost dispute took, beyond what refunds had left', async () => {
      const { orderId, sessionId, payment } = await paidOrder();
      await refundAtProvider(payment, 5_000);
      await becomes(sessionId, 'partially_refunded');
      const whole = { payment_intent: payment.reference, amount: 9_980 };
      await shop().sandbox.control('disputes', whole);
      await becomes(sessionId, 'disputed');
      const [dispute] = await shop().db.selectFrom('disputes').selectAll().execute();
      await shop().sandbox.control(`disputes/${dispute?.reference}/close`, { status: 'lost' });
      await vi.waitFor(async () => {
        const { rows } = await shop().database.query<{ cents: number }>({
          text: `select sum(amount_cents)::integer as cents from private.refunds_of_sales
            where order_id = $1`,
          values: [orderId],
        });
        expect(rows[0]?.cents).toBe(14_980);
      }, waiting);
    });

    it('handles a refund that arrives before its payment', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await scene.checkout();
      await shop().sandbox.pay(url);
      const found = await shop().provider.readOrCapture(sessionId, async () => true);
      if (found.kind !== 'found') throw new Error(found.kind);
      await shop().sandbox.chaos({});
      await refundAtProvider({ reference: found.reported.paymentReference ?? '' }, 9980);
      await becomes(sessionId, 'refunded');
      expect(await scene.payments()).toHaveLength(1);
    });
  });
}
