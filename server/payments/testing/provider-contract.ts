import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Opened, OrderToPay, PaymentProvider } from '../provider.ts';

/**
 * A provider for the contract tests, along with what its customers, its bank and its servers do.
 */
export interface ProviderUnderTest {
  provider: PaymentProvider;
  /** As Ann Example, at 1 Main St, Denver, CO 80202, US. */
  pay(opened: Opened): Promise<void>;
  /** The customer tries, and the bank declines. */
  decline(opened: Opened): Promise<void>;
  /** The time for paying runs out. */
  expire(opened: Opened): Promise<void>;
  refundByHand(paymentReference: string, amountCents: number): Promise<void>;
  dispute(paymentReference: string): Promise<void>;
  loseDispute(paymentReference: string): Promise<void>;
  /** Applies one chaos rule to every API call; null ends the trouble. */
  trouble(rule: object | null): Promise<void>;
  /** The webhooks that the shop's URL has received so far. */
  delivered(): { body: Uint8Array; headers: Headers }[];
  close(): Promise<void>;
}

const always = async () => true;
const waiting = { timeout: 120_000, interval: 20 };

/** What orders rely on. Every provider must pass all of it (docs/payment-providers.md). */
export function testProviderContract(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`${name} keeps the provider contract`, () => {
    let under: ProviderUnderTest;
    let provider: PaymentProvider;
    beforeAll(async () => {
      under = await open();
      provider = under.provider;
    });
    afterEach(() => under.trouble(null));
    afterAll(() => under?.close());

    function newOrder(changes: Partial<OrderToPay> = {}): OrderToPay {
      return {
        orderId: randomUUID(),
        lines: [
          { id: 'p1', name: 'Resin', weight: '30g', priceCents: 4990, quantity: 2, imageUrl: '' },
          { id: 'p2', name: 'Drops', weight: '', priceCents: 57, quantity: 1, imageUrl: '' },
        ],
        totalCents: 10_037,
        discountCents: 0,
        delivery: null,
        addedTaxCents: 0,
        currency: 'USD',
        shipsTo: ['US'],
        returnOrigin: 'http://127.0.0.1:9',
        givenUpPath: '/checkout?canceled=1',
        email: null,
        expiresAt: new Date(Date.now() + 60 * 60_000),
        ...changes,
      };
    }

    async function opened(order = newOrder()) {
      const page = await provider.open(order);
      if (page.kind !== 'opened') throw new Error(`${page.kind}: ${page.detail}`);
      return { order, page };
    }

    async function readPage(page: Opened) {
      const read = await provider.readOrCapture(page.reference, always);
      if (read.kind !== 'found') throw new Error(read.kind);
      return read.reported;
    }

    async function paid() {
      const { order, page } = await opened();
      await under.pay(page);
      const reported = await readPage(page);
      if (reported.paymentReference === null) throw new Error(reported.state);
      return { order, page, reported, paymentReference: reported.paymentReference };
    }

    async function historyOf(paymentReference: string) {
      const history = await provider.readPayment(paymentReference);
      if (history.kind !== 'history') throw new Error(history.kind);
      return history;
    }

    it('opens one page per order, however often and concurrently', async () => {
      const order = newOrder();
      const { page } = await opened(order);
      const again = await Promise.all(Array.from({ length: 5 }, () => opened(order)));
      expect(new Set([page, ...again.map((one) => one.page)].map((one) => one.url)).size).toBe(1);
      const [first, second] = await Promise.all([opened(), opened()]);
      expect(first.page.reference).not.toBe(second.page.reference);
    });

    it('asks for a discount, delivery and added tax beside the lines', async () => {
      const order = newOrder({
        discountCents: 1_000,
        delivery: { name: 'Post', cents: 490 },
        addedTaxCents: 824,
        totalCents: 10_351,
      });
      const { page } = await opened(order);
      expect((await opened(order)).page).toEqual(page);
      await under.pay(page);
      const reported = await readPage(page);
      expect(reported).toMatchObject({ amountCents: 10_351, state: 'paid' });
      const { parts = { discountCents: 1_000, deliveryCents: 490 } } = reported;
      expect(parts).toEqual({ discountCents: 1_000, deliveryCents: 490 });
    });

    it('knows an order that nobody has paid yet', async () => {
      const { order, page } = await opened();
      expect(await readPage(page)).toMatchObject({
        reference: page.reference,
        orderId: order.orderId,
        amountCents: 10_037,
        currency: 'USD',
        state: 'unpaid',
        paymentReference: null,
      });
    });

    it('reports who paid what, to the cent, repeatably', async () => {
      const { page, reported } = await paid();
      expect(reported).toMatchObject({
        amountCents: 10_037,
        currency: 'USD',
        state: 'paid',
        customer: {
          name: 'Ann Example',
          email: 'ann@example.com',
          address: '1 Main St, Denver, CO 80202, US',
        },
      });
      const again = await Promise.all(Array.from({ length: 5 }, () => readPage(page)));
      expect(again).toEqual(Array(5).fill(reported));
    });

    it('is not paid by a declined attempt, and accepts another', async () => {
      const { page } = await opened();
      await under.decline(page);
      expect(await readPage(page)).toMatchObject({ state: 'unpaid' });
      await under.pay(page);
      expect(await readPage(page)).toMatchObject({ state: 'paid' });
    });

    it('says when the time for paying is over', async () => {
      const { page } = await opened();
      await under.expire(page);
      expect((await readPage(page)).state).toBe('expired');
    });

    it('reports unknown references as not found', async () => {
      expect(await provider.readOrCapture('XNOTHING0XNOTHING', always)).toEqual({
        kind: 'not_found',
      });
      expect(await provider.readPayment('XNOTHING0XNOTHING')).toEqual({ kind: 'not_found' });
      const lost = { orderId: randomUUID(), createdAt: new Date() };
      expect(await provider.find(lost)).toEqual({ kind: 'not_found' });
    });

    it('finds an order whose response was lost', async () => {
      const order = newOrder();
      await under.trouble({ answerLost: true });
      expect((await provider.open(order)).kind).toBe('unavailable');
      await under.trouble(null);
      const { page } = await opened(order);
      await under.pay(page);
      const found = await provider.find({ orderId: order.orderId, createdAt: new Date() });
      expect(found).toMatchObject({ kind: 'found', reported: { reference: page.reference } });
    });

    it('lists what was paid', async () => {
      const { order, page } = await paid();
      const list = await provider.listPaid(new Date(Date.now() - 60_000));
      expect(list.kind === 'paid_list' && list.payments).toContainEqual({
        reference: page.reference,
        orderId: order.orderId,
      });
    });

    it('refunds once per refund, and never more than was captured', async () => {
      const { order, paymentReference } = await paid();
      const refund = {
        refundId: randomUUID(),
        orderId: order.orderId,
        paymentReference,
        amountCents: 37,
        currency: 'USD',
      };
      const [first, second] = [await provider.refund(refund), await provider.refund(refund)];
      expect(first).toEqual({
        kind: 'refunded',
        refund: {
          reference: expect.any(String),
          refundId: refund.refundId,
          amountCents: 37,
          currency: 'USD',
          state: 'succeeded',
        },
      });
      expect(second).toEqual(first);
      const rest = { ...refund, refundId: randomUUID(), amountCents: 10_001 };
      expect((await provider.refund(rest)).kind).toBe('refused');
      const history = await historyOf(paymentReference);
      expect(history.refunds).toEqual(first.kind === 'refunded' ? [first.refund] : []);
      expect(history).toMatchObject({ reference: paymentReference, orderId: order.orderId });
    });

    it('reports refunds and disputes made elsewhere', async () => {
      const { paymentReference } = await paid();
      await under.refundByHand(paymentReference, 1_000);
      await under.dispute(paymentReference);
      const disputed = await historyOf(paymentReference);
      expect(disputed.refunds).toMatchObject([{ refundId: null, amountCents: 1_000 }]);
      expect(disputed.disputes).toMatchObject([{ state: 'open', currency: 'USD' }]);
      await under.loseDispute(paymentReference);
      // A bank takes what is left after refunds.
      expect((await historyOf(paymentReference)).disputes).toMatchObject([
        { state: 'lost', amountCents: 9_037, currency: 'USD' },
      ]);
      const list = await provider.listReversed(new Date(Date.now() - 60_000));
      expect(list.kind === 'reversed_list' && list.paymentReferences).toContain(paymentReference);
    });

    it('signs events and names what to re-read', async () => {
      const { page, paymentReference } = await paid();
      await under.refundByHand(paymentReference, 500);
      const about = async (subject: string, reference: string) => {
        for (const { body, headers } of under.delivered()) {
          const event = await provider.verifyWebhook(body, headers);
          if (event.kind === 'rejected') throw new Error(event.reason);
          if (event.about === subject && event.reference === reference) return event.eventId;
        }
        throw new Error('not told yet');
      };
      const told = await vi.waitFor(() => about('checkout', page.reference), waiting);
      const refunded = await vi.waitFor(() => about('payment', paymentReference), waiting);
      expect(told).not.toBe(refunded);
    });

    it('rejects changed, truncated and unsigned events', async () => {
      await paid();
      await vi.waitFor(() => expect(under.delivered().length).toBeGreaterThan(0), waiting);
      const [message] = under.delivered();
      if (!message) throw new Error('nothing delivered');
      const { body, headers } = message;
      const forged: [Uint8Array, Headers][] = [
        [Buffer.concat([body, Buffer.from(' ')]), headers],
        [body.subarray(0, -1), headers],
        [Buffer.from('{}'), headers],
        [new Uint8Array(), headers],
        [body, new Headers()],
      ];
      for (const [changed, named] of forged) {
        expect(await provider.verifyWebhook(changed, named)).toMatchObject({ kind: 'rejected' });
      }
    });

    it.each([
      ['fails', { fail: { status: 500, times: 1000 } }],
      ['cuts every line', { answerLost: true }],
      ['does not answer', { hang: { ms: 60_000, times: 1000 } }],
    ])('says that it is not available when its server %s', async (_how, rule) => {
      const { order, page, paymentReference } = await paid();
      await under.trouble(rule);
      const answers = await Promise.all([
        provider.open(newOrder()),
        provider.readOrCapture(page.reference, always),
        provider.find({ orderId: order.orderId, createdAt: new Date() }),
        provider.listPaid(new Date()),
        provider.listReversed(new Date()),
        provider.readPayment(paymentReference),
        provider.refund({
          refundId: randomUUID(),
          orderId: order.orderId,
          paymentReference,
          amountCents: 1,
          currency: 'USD',
        }),
      ]);
      expect(answers.map(({ kind }) => kind)).toEqual(Array(7).fill('unavailable'));
    });
  });
}
