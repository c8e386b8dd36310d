import { toCents } from '#domain/money.ts';
import type {
  Found,
  NotFound,
  OrderToPay,
  PaymentProvider,
  ProviderFailure,
} from '#server/payments/provider.ts';

/** A payment as the service at `api` returns it. */
interface PretendPayment {
  id: string;
  order: string;
  amount: string;
  currency: string;
  paid: boolean;
}

type Answer = PretendPayment | NotFound | ProviderFailure;

/** Takes play money. One page per order: the payment has the order's id. */
export function createPretendProvider(api: string): PaymentProvider {
  async function ask(path: string, order?: OrderToPay): Promise<Answer> {
    const body = order && {
      order: order.orderId,
      amount: (order.totalCents / 100).toFixed(2),
      currency: order.currency,
      returnTo: `${order.returnOrigin}/payment-success?pretend=`,
    };
    try {
      const answer = await fetch(`${api}${path}`, {
        method: body ? 'POST' : 'GET',
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(6000),
      });
      if (answer.status === 404) return { kind: 'not_found' };
      return (await answer.json()) as PretendPayment;
    } catch (error) {
      return { kind: 'unavailable', detail: String(error) };
    }
  }

  async function read(reference: string): Promise<Found | NotFound | ProviderFailure> {
    const payment = await ask(`/payments/${reference}`);
    if ('kind' in payment) return payment;
    const { id, order, amount, currency, paid } = payment;
    return {
      kind: 'found',
      reported: {
        reference: id,
        orderId: order,
        amountCents: toCents(amount),
        currency,
        state: paid ? 'paid' : 'unpaid',
        paymentReference: paid ? id : null,
        destination: null,
        customer: { name: null, email: null, phone: null, address: null },
      },
    };
  }

  return {
    name: 'pretend',
    keys: 'test',
    readOrCapture: read,
    async open(order) {
      const payment = await ask('/payments', order);
      if ('kind' in payment) {
        return { kind: 'unavailable', detail: 'the payment could not be created' };
      }
      return { kind: 'opened', reference: payment.id, url: `${api}/pay/${payment.id}` };
    },
    find: ({ orderId }) => read(`P-${orderId}`),
    listPaid: async () => ({ kind: 'paid_list', payments: [] }),
    refund: async () => ({ kind: 'refused', detail: 'play money stays' }),
    readPayment: async (reference) => ({
      kind: 'history',
      reference,
      orderId: reference.slice(2),
      refunds: [],
      disputes: [],
    }),
    listReversed: async () => ({ kind: 'reversed_list', paymentReferences: [] }),
    verifyWebhook: async () => ({ kind: 'rejected', reason: 'play money sends none' }),
  };
}
