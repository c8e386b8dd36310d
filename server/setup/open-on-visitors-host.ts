import type { PaymentProvider } from '#server/payments/provider.ts';

/**
 * Sends customers to the simulated pay page under the host by which they reached the shop: it is
 * the same machine, and the one that the server itself calls may be theirs.
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
