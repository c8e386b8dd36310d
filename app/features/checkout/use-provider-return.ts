import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { checkoutAttempts } from '#app/lib/checkout-attempt.ts';

/** `canceled`: by the provider's own way back. `back`: some other way, as by the Back button. */
export type ProviderReturn = 'canceled' | 'back';

/**
 * Notices that the visitor came back from the provider without having paid: by its cancel link
 * (`?canceled=1`), by the Back button to a fresh page, or to this very page kept by the browser.
 * Found out in the browser alone, since the server's page is the same for everybody.
 */
export function useProviderReturn(onReturn: () => void) {
  const [returned, setReturned] = useState<ProviderReturn | null>(null);
  const [search, setSearch] = useSearchParams();
  const canceled = search.has('canceled');

  const notice = useEffectEvent(() => {
    const left = checkoutAttempts.takeReturn();
    if (canceled) setReturned('canceled');
    else if (left) setReturned('back');
    onReturn();
  });

  useEffect(() => {
    notice();
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) notice();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  /** A new attempt begins: the next return tells its own story. */
  function forgetReturn(): void {
    setReturned(null);
    if (canceled) setSearch({}, { replace: true, preventScrollReset: true });
  }

  return { returned, forgetReturn };
}
