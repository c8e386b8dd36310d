import type { PaymentProvider } from '#server/payments/provider.ts';

/**
 * Sends customers to the simulated payment page under the host name by which they reached the shop.
 * It is the same machine, and the name that the server itself uses may mean their own machine to
 * them.
 */
export function openOnVisitorsHost(provider: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    async open(order) {
      const opened = await provider.open(order);
      if (opened.kind !== 'opened') return opened;
      const url = new URL(opened.url);
      url.hostname = new URL(order.returnOrigin).hostname;
      return { ...opened, url: url.href };
    },
  };
}
