import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { checkoutAttempts } from '#app/lib/checkout-attempt.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { RecentOrder } from '#domain/recent-order.ts';
import { hasLeftCheckout } from './checkout-left.ts';
import { findPaidOrders } from './paid-orders.ts';

/**
 * `canceled`: through the provider's own cancel link. `declined`: from the wallet's success screen.
 * `back`: some other way, such as the Back button. `card_declined`: any of these, after the bank
 * declined the card.
 */
export type ProviderReturn = 'canceled' | 'declined' | 'back' | 'card_declined';

/**
 * Stops hiding the page while waiting for a notice, which the script in the head starts when
 * somebody returns.
 */
const showAll = () => delete document.documentElement.dataset.returned;

/**
 * Detects that the visitor came back from the provider other than through the success page: by its
 * cancel link (`?canceled=1`), by the Back button to a fresh page, to this very page kept by the
 * browser, or in another tab. The shop is asked whether somebody has paid anyway before anything is
 * claimed. Detected only in the browser, since the server's page is the same for everybody.
 */
export function useProviderReturn(
  onReturn: () => void,
  onWaiting: (orders: readonly RecentOrder[]) => boolean,
) {
  const { publishableKey } = useShop();
  const [returned, setReturned] = useState<ProviderReturn | null>(null);
  const [paid, setPaid] = useState<RecentOrder[]>([]);
  const [looking, setLooking] = useState(false);
  const [search, setSearch] = useSearchParams();
  const canceled = search.has('canceled');
  const declined = search.has('declined');

  const notice = useEffectEvent(async () => {
    const left = checkoutAttempts.takeReturn();
    onReturn();
    let found: Awaited<ReturnType<typeof findPaidOrders>> = null;
    if (hasLeftCheckout()) {
      setLooking(true);
      found = await findPaidOrders(publishableKey);
      setLooking(false);
    }
    if (found?.paid.length) setPaid(found.paid);
    else if (found && onWaiting(found.waiting)) return;
    else if (declined) setReturned('declined');
    else if (found?.declined && (canceled || left)) setReturned('card_declined');
    else if (canceled) setReturned('canceled');
    else if (left) setReturned('back');
    else showAll();
  });

  useEffect(() => {
    void notice();
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      document.documentElement.dataset.returned = '';
      void notice();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  /** A new attempt begins, and its return will have its own outcome. */
  function forgetReturn(): void {
    showAll();
    setReturned(null);
    setPaid([]);
    if (canceled || declined) setSearch({}, { replace: true, preventScrollReset: true });
  }

  return { returned, paid, looking, forgetReturn };
}
