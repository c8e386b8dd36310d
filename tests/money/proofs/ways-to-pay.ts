import type { SandboxClient } from '../sandbox-client.ts';
import type { createTestProviders } from '../test-providers.ts';
import { cartItem, sessionIdOf, type TestShop } from '../test-shop.ts';

export interface Begun {
  /** 200, or why not. */
  status: number;
  code: string | null;
  /** The provider's id of the session or wallet order; empty where none was begun. */
  reference: string;
  /** Where the customer pays. */
  payUrl: string;
  cookie: string;
}

/** What a proof needs to know about a provider; the same proofs run over each of them. */
export interface WayToPay {
  name: keyof ReturnType<typeof createTestProviders>;
  /** As the checkout does it. */
  begin(
    shop: Pick<TestShop, 'call'>,
    key: string,
    items?: readonly ReturnType<typeof cartItem>[],
  ): Promise<Begun>;
  /** As the customer does it on the provider's page. */
  pay(sandbox: SandboxClient, payUrl: string, email: string): Promise<void>;
  /** As a customer whose bank says no. */
  decline(sandbox: SandboxClient, payUrl: string): Promise<void>;
  /** The call that the success page makes. */
  page(begun: Begun): { name: string; body: object };
  /** As the success page does it; the payment status it shows, or the code of the refusal. */
  confirm(shop: Pick<TestShop, 'call'>, begun: Begun): Promise<string>;
  /** Milliseconds for which a signature is believed. */
  signatureLifeMs: number;
  /** Calls of the provider's API as chaos names them. */
  api: Partial<Record<ApiCall, string>>;
}

/** `take`: where taking the money is a call of ours. `list`: looking for a lost session. */
export type ApiCall = 'open' | 'read' | 'take' | 'refund' | 'history' | 'list';

const stripeWay: WayToPay = {
  name: 'stripe',
  async begin(shop, key, items = [cartItem('resin')]) {
    const { status, body, cookie } = await shop.call(
      'create-checkout',
      { items },
      { 'idempotency-key': key },
    );
    const payUrl: string = body.url ?? '';
    return {
      status,
      code: body.error?.code ?? null,
      payUrl,
      reference: payUrl && sessionIdOf(payUrl),
      cookie: cookie ?? '',
    };
  },
  async pay(sandbox, payUrl, email) {
    await sandbox.pay(payUrl, { email });
  },
  async decline(sandbox, payUrl) {
    await sandbox.pay(payUrl, { card: '4000000000000002' });
  },
  page: ({ reference }) => ({ name: 'update-order-details', body: { sessionId: reference } }),
  async confirm(shop, begun) {
    const { name, body: asked } = stripeWay.page(begun);
    const { body } = await shop.call(name, asked, { cookie: begun.cookie });
    return body.order?.payment_status ?? body.error.code;
  },
  signatureLifeMs: 300_000,
  api: {
    open: 'POST /v1/checkout/sessions',
    read: 'GET /v1/checkout/sessions/*',
    refund: 'POST /v1/refunds',
    history: 'GET /v1/refunds*',
    list: 'GET /v1/checkout/sessions',
  },
};

const paypalWay: WayToPay = {
  name: 'paypal',
  async begin(shop, key, items = [cartItem('resin')]) {
    const { status, body, cookie } = await shop.call(
      'create-paypal-order',
      { items },
      { 'idempotency-key': key },
    );
    return {
      status,
      code: body.error?.code ?? null,
      payUrl: body.approveUrl ?? '',
      reference: body.orderId ?? '',
      cookie: cookie ?? '',
    };
  },
  async pay(sandbox, payUrl, email) {
    await sandbox.approve(payUrl, { email });
  },
  async decline(sandbox, payUrl) {
    await sandbox.approve(payUrl, { funding: 'declined' });
  },
  page: ({ reference }) => ({
    name: 'capture-paypal-payment',
    body: { orderToken: reference, payerId: 'X' },
  }),
  async confirm(shop, begun) {
    const { name, body: asked } = paypalWay.page(begun);
    const { body } = await shop.call(name, asked, { cookie: begun.cookie });
    return body.orderDetails?.payment_status ?? body.error.code;
  },
  // PayPal repeats a message for three days under its first signature.
  signatureLifeMs: 3 * 24 * 60 * 60_000,
  api: {
    open: 'POST /paypal/v2/checkout/orders',
    read: 'GET /paypal/v2/checkout/orders/*',
    take: 'POST /paypal/v2/checkout/orders/*/capture',
    refund: 'POST /paypal/v2/payments/captures/*/refund',
    history: 'GET /paypal/v2/payments/*',
    list: 'GET /paypal/v1/notifications/webhooks-events*',
  },
};

export const waysToPay: readonly WayToPay[] = [stripeWay, paypalWay];
