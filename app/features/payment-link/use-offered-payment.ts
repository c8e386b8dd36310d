import { useEffect, useState } from 'react';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { readLinkToken, storeLinkToken } from '#app/lib/link-token.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { storeWalletOrder } from '#app/lib/wallet-order.ts';
import type { OfferedPayment } from '#domain/manual-order.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';

/** What the link in the URL offers. */
export type Offered =
  | { kind: 'reading' }
  /** The page was opened without a link, or with one that was never issued. */
  | { kind: 'none' }
  | { kind: 'found'; token: string; payment: OfferedPayment }
  | { kind: 'unreachable'; retry: () => void };

const storageKey = 'payment-link';

export function useOfferedPayment(): Offered {
  const { publishableKey } = useShop();
  const [offered, setOffered] = useState<Offered>({ kind: 'reading' });
  useEffect(() => {
    async function open(token: string): Promise<void> {
      setOffered({ kind: 'reading' });
      const { data, failure } = await invokeFunction<OfferedPayment>('open-payment-link', {
        publishableKey,
        body: { token },
      });
      if (data) setOffered({ kind: 'found', token, payment: data });
      else if (failure.code === 'link_not_found') {
        storeLinkToken(storageKey, null);
        setOffered({ kind: 'none' });
      } else setOffered({ kind: 'unreachable', retry: () => void open(token) });
    }
    const follow = () => {
      const token = readLinkToken(storageKey);
      if (token) void open(token);
      else setOffered({ kind: 'none' });
    };
    follow();
    // Another link may be opened in the same tab, and Back may restore the page as it was left.
    const restore = (event: PageTransitionEvent) => event.persisted && follow();
    window.addEventListener('hashchange', follow);
    window.addEventListener('pageshow', restore);
    return () => {
      window.removeEventListener('hashchange', follow);
      window.removeEventListener('pageshow', restore);
    };
  }, [publishableKey]);
  return offered;
}

/** Opens the provider's page. Returns null, or why it could not be opened. */
export async function payOffered(
  token: string,
  { id, kind }: PaymentMethod,
  publishableKey: string,
): Promise<string | null> {
  const { data, failure } = await invokeFunction<{ url: string; reference: string }>(
    'pay-by-link',
    { publishableKey, body: { token, method: id } },
  );
  if (failure) return reasons[failure.code] ?? (failure.message || unreachable);
  if (kind === 'approve') storeWalletOrder(data.reference);
  window.location.assign(data.url);
  return null;
}

const unreachable = 'The payment page could not be opened. Please try again.';
const reasons: Record<string, string> = {
  unreachable: 'The shop could not be reached. Please try again.',
  rate_limited: 'Too many attempts. Please wait a minute.',
  provider_unavailable: unreachable,
  provider_refused: unreachable,
  attempt_conflict: 'This is being paid for in another tab. Please go on there, or try again.',
};
