import { Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { dismissToasts, showToast } from '#app/components/ui/toast.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { formatMoney } from '#domain/money.ts';
import { OrderReview } from './order-review.tsx';
import { PaymentMethodChoice } from './payment-method-choice.tsx';
import { type Checkout, useCheckout } from './use-checkout.ts';

// Rarely shown, and only after the shop has been asked what is paid or has changed.
const PaidNotice = lazyPart(() => import('./paid-notice.tsx'));
const ReturnNotice = lazyPart(() => import('./return-notice.tsx'));
const ChangedCartNotice = lazyPart(() => import('./changed-cart-notice.tsx'));

/** Checkout (requirements §2.10, §4.6). Heading and structure come from the server. */
export function CheckoutScreen() {
  const checkout = useCheckout();
  const { check } = checkout;
  const payButton = useRef<HTMLButtonElement>(null);
  // The notice disappears with the button that was clicked, so focus moves on to Pay.
  const accept = () => {
    checkout.acceptChanges();
    payButton.current?.focus();
  };
  const bought = checkout.paid.length > 0 && check.cart.lines.length === 0;
  useLeaveWhenEmpty(check.loaded && check.cart.lines.length === 0 && !checkout.looking && !bought);

  return (
    <div className="page-width min-h-dvh pt-6 pb-10 lg:py-14">
      <h1 className="text-display">Checkout</h1>
      <p className="mt-2 text-ink-soft lg:mt-3 lg:text-lg">
        Choose your payment method to complete your order
      </p>
      <AccountNote />
      <noscript>
        <p className="mt-6 max-w-prose">
          Checkout requires JavaScript because your cart is stored in your browser. Please turn it
          on to order.
        </p>
      </noscript>
      <div className="checkout-columns">
        <div className="space-y-6">
          {checkout.paid.length > 0 || checkout.asking.length > 0 ? (
            <Suspense fallback={null}>
              <PaidNotice
                orders={checkout.asking.length > 0 ? checkout.asking : checkout.paid}
                onPayAgain={checkout.asking.length > 0 ? checkout.payAgain : null}
                onRemove={checkout.removePaid}
              />
            </Suspense>
          ) : null}
          {checkout.returned ? (
            <Suspense fallback={null}>
              <ReturnNotice returned={checkout.returned} />
            </Suspense>
          ) : null}
          {bought ? null : (
            <PaymentMethodChoice chosen={checkout.method?.id} onChoose={checkout.choose} />
          )}
        </div>
        {bought ? null : (
          <>
            <div className="checkout-review">
              <OrderReview check={check} round={checkout.round} onQuote={checkout.showQuote} />
            </div>
            <PayPanel checkout={checkout} buttonRef={payButton} onAccept={accept} />
          </>
        )}
      </div>
    </div>
  );
}

const fromCheckout = { from: '/checkout' };

/** Ordering as a guest comes first; an account is only offered. */
function AccountNote() {
  const session = useStoredSession();
  return (
    // Keeps its height when signed in, so that nothing below shifts.
    <p className="account-note">
      <span className={session ? 'invisible' : undefined}>
        You can order without an account.
        <br />
        New customer?{' '}
        <Link to="/auth" state={fromCheckout} className="text-link font-semibold">
          Sign in or create an account
        </Link>{' '}
        to track your orders
      </span>
      {session ? <span className="min-w-0 break-words">Ordering as {session.email}.</span> : null}
    </p>
  );
}

/**
 * Requirements §4.6: an empty cart cannot be paid. Waits until the cart has loaded. An account's
 * cart also disappears when the session ends, and returns after signing in again.
 */
function useLeaveWhenEmpty(empty: boolean): void {
  const navigate = useNavigate();
  const session = useStoredSession();
  const signedIn = useRef(false);
  const told = useRef(false);
  useEffect(() => {
    if (session) signedIn.current = true;
    if (!empty || told.current) return;
    told.current = true;
    const ended = signedIn.current && !session;
    dismissToasts();
    showToast({
      title: ended ? 'Your session has expired' : 'Cart is empty',
      description: ended ? 'Please sign in again to order. Your cart is saved.' : undefined,
      variant: 'destructive',
    });
    void navigate(ended ? '/auth' : '/products', {
      replace: true,
      state: ended ? fromCheckout : undefined,
    });
  }, [empty, session, navigate]);
}

interface PayPanelProps {
  checkout: Checkout;
  buttonRef: React.Ref<HTMLButtonElement>;
  onAccept: () => void;
}

function PayPanel({ checkout, buttonRef, onAccept }: PayPanelProps) {
  const { check, method, busy, problem, pay, asking, total } = checkout;
  const { changed } = check.cart;
  const nothing = check.loaded && !changed && check.cart.lines.length > 0 && check.cart.total === 0;
  const payable = method !== null && total !== null && !nothing;
  const ready = changed || (check.loaded && payable && asking.length === 0);
  const amount = total ? `${formatMoney(total)} ` : '';
  return (
    // On phones the button stays within reach wherever the page is scrolled.
    <div className="max-lg:contents lg:space-y-4">
      <div className="pay-bar">
        <p role="alert" className="mb-2 text-sm font-medium text-danger empty:hidden">
          {problem}
        </p>
        {nothing ? (
          <p id="nothing-to-pay" className="mb-2 text-sm font-medium">
            Nothing in your cart is available right now, so there is nothing to pay for.
          </p>
        ) : null}
        <Button
          ref={buttonRef}
          size="lg"
          className="w-full aria-disabled:cursor-not-allowed"
          busy={busy}
          disabled={!check.loaded}
          aria-disabled={busy || !ready}
          aria-describedby={describedBy(checkout, nothing)}
          onClick={() => ready && (changed ? checkout.review() : pay())}
        >
          {busy
            ? 'Processing...'
            : changed
              ? 'Review changes'
              : `Pay ${amount}with ${method?.label ?? 'Card'}`}
        </Button>
      </div>
      {method ? (
        <p className="text-sm text-ink-soft">
          Payment and shipping information is collected by {method.company}, on its own page. We
          never see your {method.kind === 'approve' ? 'password' : 'card number'}.
        </p>
      ) : null}
      {/* Appears late, so it comes last, where nothing has to move to make room for it. */}
      {changed ? (
        <Suspense fallback={null}>
          <ChangedCartNotice cart={check.cart} sought={checkout.sought} onAccept={onAccept} />
        </Suspense>
      ) : null}
      <p role="status" className="sr-only">
        {changed ? 'Your cart has changed.' : null}
      </p>
    </div>
  );
}

/** The id of the element that explains why Pay is disabled. */
function describedBy({ check, asking }: Checkout, nothing: boolean): string | undefined {
  if (nothing) return 'nothing-to-pay';
  if (asking.length > 0) return 'already-paid';
  return check.cart.changed ? 'changed-cart' : undefined;
}
