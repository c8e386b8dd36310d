import { useRef, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { cartStore } from '#app/lib/cart.ts';
import { type CartCheck, useCartCheck } from '#app/lib/cart-check.ts';
import { checkoutAttempts } from '#app/lib/checkout-attempt.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { acceptChanges } from '#domain/check-cart.ts';
import { concernsProducts, explainFailure } from './explain-failure.ts';
import { type ProviderReturn, useProviderReturn } from './use-provider-return.ts';

export interface Checkout {
  check: CartCheck;
  busy: boolean;
  /** Why the last press on Pay did not lead on. */
  problem: string | null;
  returned: ProviderReturn | null;
  pay: () => void;
  acceptChanges: () => void;
}

/**
 * Pays what is on screen or nothing: the cart is compared with the catalogue once more, and the
 * same cart always travels under the same attempt key.
 */
export function useCheckout(): Checkout {
  const { publishableKey } = useShop();
  const check = useCartCheck(publishableKey);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // State is a render late; two presses can come before it.
  const paying = useRef(false);

  // Also when the visitor comes back to this very page, kept by the browser as it was left.
  const stop = () => {
    paying.current = false;
    setBusy(false);
  };
  const { returned, forgetReturn } = useProviderReturn(stop);

  function fail(failure: { code: string }): void {
    stop();
    setProblem(explainFailure(failure));
    showToast({
      title: 'Payment Failed',
      description: 'There was an error processing your payment. Please try again.',
      variant: 'destructive',
    });
  }

  async function pay(): Promise<void> {
    if (paying.current) return;
    paying.current = true;
    setBusy(true);
    setProblem(null);
    forgetReturn();

    // What pays is fetched by who pays, in the time of the check.
    const [current, payment] = await Promise.all([
      check.recheck(),
      import('./start-card-payment.ts').catch(() => null),
    ]);
    if (!current || !payment) return fail({ code: 'unreachable' });
    // The changes now stand on the page and ask to be agreed to.
    if (current.changed || current.lines.length === 0) return stop();

    showToast({ title: 'Processing payment...' });
    const { url, failure } = await payment.startCardPayment(
      current.lines,
      checkoutAttempts,
      publishableKey,
    );
    if (failure) {
      fail(failure);
      if (concernsProducts(failure)) await check.recheck();
      return;
    }
    checkoutAttempts.markLeft();
    window.location.assign(url);
  }

  return {
    check,
    busy,
    problem,
    returned,
    pay: () => void pay(),
    acceptChanges: () => {
      setProblem(null);
      cartStore.replace(acceptChanges(check.cart.lines));
    },
  };
}
