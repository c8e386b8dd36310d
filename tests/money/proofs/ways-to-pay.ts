import type { SandboxClient } from '../sandbox-client.ts';
import type { createTestProviders } from '../test-providers.ts';
import { cartItem, sessionIdOf, type TestShop } from '../test-shop.ts';

export interface Begun {
  /** 200, or the status of the refusal. */
  status: number;
  code: string | null;
  /** The provider's id of the session or wallet order; empty if none was opened. */
  reference: string;
  /** URL where the customer pays. */
  payUrl: string;
  cookie: string;
}

/** What a proof needs to know about a provider; the same proofs run for each of them. */
export interface WayToPay {
  name: keyof ReturnType<typeof createTestProviders>;
  /** Starts an order, as the checkout does. */
  begin(
    shop: Pick<TestShop, 'call'>,
    key: string,
    items?: readonly ReturnType<typeof cartItem>[],
  ): Promise<Begun>;
  /** Pays on the provider's page, as the customer does. */
  pay(sandbox: SandboxClient, payUrl: string, email: string): Promise<void>;
  /** Pays as a customer whose bank declines. */
  decline(sandbox: SandboxClient, payUrl: string): Promise<void>;
  /** The call the success page makes. */
  page(begun: Begun): { name: string; body: object };
  /**
   * Confirms, as the success page does; returns the payment status shown, or the code of the
   * refusal.
   */
  confirm(shop: Pick<TestShop, 'call'>, begun: Begun): Promise<string>;
  /** How many milliseconds a signature stays valid. */
  signatureLifeMs: number;
  /** The provider's API calls, as chaos names them. */
  api: Partial<Record<ApiCall, string>>;
}

/** `take`: capturing, if taking the money is our call. `list`: searching for a lost session. */
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
  // PayPal retries an event for three days with its original signature.
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
