import type { Scene } from './scene.ts';
import { cartItem } from './test-shop.ts';

export const providers = ['stripe', 'paypal'] as const;

/** The payment pages one browser opens, one tab after another. */
export function createPaymentPages({ shop, order, checkout, wallet }: Scene) {
  const functionOf = { stripe: 'create-checkout', paypal: 'create-paypal-order' } as const;

  /** Opens the provider's page with this browser's cookies. */
  async function start(provider: 'stripe' | 'paypal', headers: Record<string, string> = {}) {
    if (provider === 'stripe') {
      const { url, sessionId, cookie } = await checkout(headers);
      return {
        reference: sessionId,
        cookie: cookie ?? '',
        pay: (payer = {}) => shop().sandbox.pay(url, payer),
      };
    }
    const { orderId, approveUrl, cookie } = await wallet(headers);
    return {
      reference: orderId,
      cookie: cookie ?? '',
      pay: (payer = {}) => shop().sandbox.approve(approveUrl, payer),
    };
  }
  const again = (provider: 'stripe' | 'paypal', headers: object, body: object = {}) =>
    shop().call(
      functionOf[provider],
      { items: [cartItem('resin', 2)], ...body },
      headers as Record<string, string>,
    );
  const capture = (orderToken: string) =>
    shop().call('capture-paypal-payment', { orderToken, payerId: 'X' });
  /** Captures two approvals ten times at once on two replicas, then once more each. */
  const captureAtOnce = async (first: string, second: string): Promise<void> => {
    const replicas = [shop().replica(), shop().replica()];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        replicas[index % 2]?.call('capture-paypal-payment', {
          orderToken: index % 2 ? first : second,
          payerId: 'X',
        }),
      ),
    );
    await capture(first);
    await capture(second);
  };
  /** Confirms, as the success page does. */
  const confirm = (provider: 'stripe' | 'paypal', reference: string, headers: object = {}) =>
    shop().call(
      provider === 'stripe' ? 'update-order-details' : 'capture-paypal-payment',
      provider === 'stripe' ? { sessionId: reference } : { orderToken: reference, payerId: 'X' },
      headers as Record<string, string>,
    );
  const idOf = async (reference: string) => (await order(reference))?.id ?? '';
  return { start, again, capture, captureAtOnce, confirm, idOf };
}
