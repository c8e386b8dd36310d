import type { PaymentProvider } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

/** Wraps a provider and records its name when it can't be reached or rejects the shop's keys. */
export function recordFailedRequests(
  provider: PaymentProvider,
  failed: Set<PaymentProviderName>,
): PaymentProvider {
  return new Proxy(provider, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return async (...values: unknown[]) => {
        const outcome = await value.apply(target, values);
        if (outcome?.kind === 'unavailable' || outcome?.keysRefused) failed.add(provider.name);
        return outcome;
      };
    },
  });
}
