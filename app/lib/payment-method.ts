import { type PaymentProviderName, paymentProviders } from '#domain/order.ts';

const storageKey = 'payment-method';

/** The way of paying chosen in this tab, for whoever comes back from the provider. */
export function storeMethod(method: PaymentProviderName): void {
  try {
    window.sessionStorage.setItem(storageKey, method);
  } catch {
    // The default stands.
  }
}

export function readMethod(): PaymentProviderName | null {
  try {
    const kept = window.sessionStorage.getItem(storageKey);
    return paymentProviders.find((name) => name === kept) ?? null;
  } catch {
    return null;
  }
}
