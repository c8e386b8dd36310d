import type { PaymentProvider } from '../provider.ts';
import { findStripeWebhook } from './find-webhook.ts';
import { openSession } from './open-session.ts';
import { listReversedPayments, readPaymentHistory } from './payment-history.ts';
import { closeSession, findSession, listPaidSessions, readSession } from './read-session.ts';
import { refundPayment } from './refund-payment.ts';
import { createStripeClient, type StripeConnection } from './stripe-client.ts';
import { verifyStripeWebhook } from './verify-webhook.ts';

export interface StripeProviderOptions extends StripeConnection {
  webhookSecret: string;
  now: () => Date;
}

export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = createStripeClient(options);
  return {
    name: 'stripe',
    keys: /^[sr]k_live_/.test(options.secretKey) ? 'live' : 'test',
    open: (order) => openSession(stripe, order),
    readOrCapture: (reference) => readSession(stripe, reference),
    close: (reference) => closeSession(stripe, reference),
    find: (order) => findSession(stripe, order),
    listPaid: (since) => listPaidSessions(stripe, since),
    refund: (refund) => refundPayment(stripe, refund),
    readPayment: (reference) => readPaymentHistory(stripe, reference),
    listReversed: (since) => listReversedPayments(stripe, since),
    findWebhook: (address) => findStripeWebhook(stripe, address),
    verifyWebhook: async (rawBody, headers) =>
      verifyStripeWebhook(stripe, options.webhookSecret, options.now, rawBody, headers),
  };
}
