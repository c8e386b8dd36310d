import type { LimitStore } from '#server/http/rate-limiter.ts';
import type { PaymentProvider } from '../provider.ts';
import { findPaypalWebhook } from './find-webhook.ts';
import { findOrder, listPaidOrders, listReversedPayments } from './list-events.ts';
import { openOrder } from './open-order.ts';
import { readPaymentHistory } from './payment-history.ts';
import { livePaypal } from './paypal-base-urls.ts';
import { createPaypalClient, type PaypalConnection } from './paypal-client.ts';
import { createReadOrCapture } from './read-or-capture-order.ts';
import { refundCapture } from './refund-capture.ts';
import { verifyPaypalWebhook } from './verify-webhook.ts';
import { createCertificateSource } from './webhook-certificates.ts';

export interface PaypalProviderOptions extends PaypalConnection {
  webBase: string;
  /** Where a webhook's certificate may be located. */
  certificateBases: readonly string[];
  webhookId: string;
  /** The shop's name, shown on PayPal's page. */
  brandName: () => string | Promise<string>;
  /** An order not approved within this time counts as expired. */
  openForMs: number;
  store: LimitStore;
}

export function createPaypalProvider(options: PaypalProviderOptions): PaymentProvider {
  const { certificateBases, webhookId, now, tryMs, store } = options;
  const client = createPaypalClient(options);
  const readOrCapture = createReadOrCapture(client, options);
  const certificates = createCertificateSource(certificateBases, {
    timeoutMs: tryMs,
    now,
    store,
  });
  return {
    name: 'paypal',
    keys: options.apiBase === livePaypal ? 'live' : 'test',
    open: (order) => openOrder(client, options, order),
    readOrCapture,
    find: (order) => findOrder(client, readOrCapture, order),
    listPaid: (since) => listPaidOrders(client, since),
    refund: (refund) => refundCapture(client, refund),
    readPayment: (reference) => readPaymentHistory(client, reference),
    listReversed: (since) => listReversedPayments(client, since),
    findWebhook: (address) => findPaypalWebhook(client, webhookId, address),
    verifyWebhook: (rawBody, headers) =>
      verifyPaypalWebhook({ webhookId, certificates, now }, rawBody, headers),
  };
}
