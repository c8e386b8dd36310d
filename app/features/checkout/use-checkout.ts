import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ShownQuote } from '#app/components/quote/quoted-totals.tsx';
import { carryToastsOver, dismissToasts, showToast } from '#app/components/ui/toast.ts';
import { cartStore } from '#app/features/cart/store/cart-store.ts';
import { type CartCheck, useCartCheck } from '#app/features/cart/store/use-cart-check.ts';
import { isOlderBuild, reloadOlderBuild, updatedMessage } from '#app/lib/build-age.ts';
import { checkoutAttempts } from '#app/lib/checkout-attempt.ts';
import { confirmedOrders } from '#app/lib/confirmed-orders.ts';
import { readRecentOrders } from '#app/lib/recent-orders.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { lineKey } from '#domain/cart.ts';
import { acceptChanges } from '#domain/check-cart.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { RecentOrder } from '#domain/recent-order.ts';
import { markCheckoutLeft } from './checkout-left.ts';
import { readMethod, storeMethod } from './chosen-method.ts';
import { type ProviderReturn, useProviderReturn } from './use-provider-return.ts';

export interface Checkout {
  check: CartCheck;
  /** The amount to pay; null while it is unknown, or if the cart cannot be ordered like this. */
  total: Cents | null;
  /** Called by the totals with the quote on screen. */
  showQuote: (quote: ShownQuote | null) => void;
  /** Changes when the amounts have to be loaded again. */
  round: number;
  /** Null while none is offered. */
  method: PaymentMethod | null;
  /** Takes the method's id. */
  choose: (method: string) => void;
  busy: boolean;
  /** Why the last click on Pay failed. */
  problem: string | null;
  returned: ProviderReturn | null;
  /** True while checking whether an earlier payment has arrived. */
  looking: boolean;
  /** Orders found to be paid, whose lines have been removed from the cart. */
  paid: readonly RecentOrder[];
  /** Orders that the cart would pay for again; the visitor is asked first. */
  asking: readonly RecentOrder[];
  payAgain: () => void;
  removePaid: () => void;
  pay: () => void;
  /** Changes when the list of changes should scroll into view. */
  sought: number;
  review: () => void;
  acceptChanges: () => void;
}

const offline =
  'You are offline. You were not charged, and your cart is saved. Please check your connection, then try again.';

/**
 * Pays what is on screen or nothing: the cart is compared with the catalog once more, and the same
 * cart always uses the same attempt key.
 */
export function useCheckout(): Checkout {
  const { publishableKey, paymentMethods, selling } = useShop();
  const offered = paymentMethods.filter((each) => each.offered);
  const [chosen, choose] = useState(offered[0]?.id);
  const method = offered.find(({ id }) => id === chosen) ?? null;
  const wallet = method?.kind === 'approve' ? `${method.label} ` : '';
  const check = useCartCheck(publishableKey);
  const [quote, showQuote] = useState<ShownQuote | null>(null);
  const [round, setRound] = useState(0);
  const [sought, setSought] = useState(0);
  const review = () => setSought((before) => before + 1);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // State lags one render behind, and two clicks can arrive before it updates.
  const paying = useRef(false);

  // Also called when the visitor returns to this very page from the back/forward cache.
  const stop = () => {
    paying.current = false;
    setBusy(false);
  };
  const [asking, setAsking] = useState<readonly RecentOrder[]>([]);
  /** Asks before something in the cart is paid again; false if none of it has been paid. */
  const askAbout = (orders: readonly RecentOrder[] | null): boolean => {
    const inCart = new Set(cartStore.getSnapshot().lines.map(lineKey));
    const found = orders?.filter(
      ({ state, items }) => state !== 'open' && items.some((item) => inCart.has(lineKey(item))),
    );
    setAsking(found ?? []);
    return Boolean(found?.length);
  };
  const { returned, paid, looking, forgetReturn } = useProviderReturn(stop, askAbout);
  const [removed, setRemoved] = useState<readonly RecentOrder[]>([]);

  // On return, restores the earlier choice, unless another was made on this page.
  const recall = useEffectEvent(() => {
    const kept = readMethod();
    const checked = document.querySelector<HTMLInputElement>('[name="payment-method"]:checked');
    if (offered.some(({ id }) => id === kept) && kept && checked?.value === chosen) choose(kept);
  });
  useEffect(() => recall(), []);
  // Makes this browser known to the shop before it pays, so that if two tabs pay at once, one is asked.
  useEffect(() => void readRecentOrders(publishableKey), [publishableKey]);

  function fail(
    reason: string,
    title = 'Payment Failed',
    description = `There was an error processing your ${wallet}payment. Please try again.`,
  ): void {
    stop();
    setProblem(reason);
    showToast({ title, description, variant: 'destructive' });
  }

  /**
   * Loading failed, usually for lack of a connection. A page from an earlier build can never load
   * its files, so it reloads; cart, method and attempt are stored.
   */
  async function failUnreached(...words: Parameters<typeof fail>): Promise<void> {
    if (!(await isOlderBuild())) return fail(...words);
    dismissToasts();
    showToast({
      title: 'The shop was updated',
      description: 'You were not charged. Please press Pay again.',
    });
    carryToastsOver();
    if (await reloadOlderBuild()) return;
    dismissToasts();
    fail(`${updatedMessage} You were not charged, and your cart is saved.`);
  }

  async function pay(): Promise<void> {
    if (paying.current || !method) return;
    paying.current = true;
    setBusy(true);
    setProblem(null);
    setAsking([]);
    setRemoved([]);
    forgetReturn();
    dismissToasts();
    storeMethod(method.id);
    // Otherwise it would take seconds to find out.
    if (!navigator.onLine) return fail(offline);
    const owner = readStoredSession()?.userId ?? null;

    // Load the payment module while the cart is checked.
    const [current, payment] = await Promise.all([
      check.recheck(),
      import('./start-payment.ts').catch(() => null),
    ]);
    if (!payment) {
      return failUnreached(
        'The shop could not be reached. You were not charged.',
        'Error processing payment',
        'There was a problem processing your payment. Please try again.',
      );
    }
    if (!current) return failUnreached(payment.explainFailure({ code: 'unreachable' }));
    // The changes are now on the page, waiting for consent.
    if (current.changed) review();
    if (current.changed || current.lines.length === 0) return stop();

    showToast({ title: `Processing ${wallet}payment...` });
    const { url, failure } = await payment.startPayment({
      method,
      lines: current.lines,
      owner,
      attempts: checkoutAttempts,
      publishableKey,
      quote,
    });
    // Not a failed payment: the cart's owner has signed out, or someone else has signed in.
    if (failure?.code === 'signed_out') {
      stop();
      return setProblem(payment.explainFailure(failure));
    }
    if (failure?.code === 'already_paid') {
      stop();
      dismissToasts();
      if (!askAbout(await readRecentOrders(publishableKey))) setProblem(failure.message);
      return;
    }
    // Not a failed payment either: the new amount is shown, and Pay asks for it.
    if (failure && payment.concernsAmounts(failure)) {
      stop();
      dismissToasts();
      setRound((before) => before + 1);
      return setProblem(payment.explainFailure(failure));
    }
    if (failure?.code === 'unreachable') return failUnreached(payment.explainFailure(failure));
    if (failure) {
      fail(payment.explainFailure(failure));
      if (payment.concernsProducts(failure)) await check.recheck();
      return;
    }
    checkoutAttempts.markLeft();
    markCheckoutLeft();
    window.location.assign(url);
  }

  return {
    check,
    total: selling ? (quote?.total ?? null) : check.cart.total,
    showQuote,
    // Prices may have changed too.
    round: round + sought,
    method,
    choose,
    busy,
    problem,
    returned,
    looking,
    paid: removed.length > 0 ? removed : paid,
    asking,
    payAgain() {
      for (const { id } of asking) confirmedOrders.take(id, 'pay-again');
      void pay();
    },
    removePaid() {
      for (const { items } of asking) cartStore.takeOut(items);
      setRemoved(asking);
      setAsking([]);
    },
    pay: () => void pay(),
    sought,
    review,
    acceptChanges: () => {
      setProblem(null);
      setSought(0);
      cartStore.replace(acceptChanges(check.cart.lines));
    },
  };
}
