import { clsx } from 'clsx';
import { useLocation, useSearchParams } from 'react-router';
import { AccountInvitation } from '#app/components/account-invitation.tsx';
import { PrintedBrand } from '#app/components/printed-brand.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useCart } from '#app/features/cart/store/cart-store.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { readWalletOrder } from '#app/lib/wallet-order.ts';
import { isPlaceholderEmail } from '#domain/order.ts';
import type { PaymentKind, PaymentMethod } from '#domain/payment-method.ts';
import type { Capture } from './capture-payment.ts';
import { ConfirmationHeading } from './confirmation-heading.tsx';
import type { Confirmation } from './follow-order.ts';
import { NextStep } from './next-step.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { useOrderConfirmation } from './use-order-confirmation.ts';
import { usePaymentCapture } from './use-payment-capture.ts';

interface ReturnProps {
  method: PaymentMethod;
  reference: string | null;
}

/** The success screen of every payment method (requirements §2.11, §2.12, §8). Safe to reload. */
export function ConfirmationScreen() {
  const hydrated = useHydrated();
  const { paymentMethods } = useShop();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  // The server's page is the same for every query.
  const method = findMethod(paymentMethods, pathname, hydrated ? search : new URLSearchParams());
  if (!method) return null;
  if (!hydrated) return <Page method={method} step={{ kind: 'reading' }} />;
  const Return = returns[method.kind];
  return (
    <Return key={method.id} method={method} reference={search.get(method.successPage.parameter)} />
  );
}

/** If several methods share a page, their parameters differ. */
function findMethod(
  methods: readonly PaymentMethod[],
  pathname: string,
  search: URLSearchParams,
): PaymentMethod | undefined {
  const here = methods.filter(({ successPage }) => successPage.path === pathname);
  return here.find(({ successPage }) => search.has(successPage.parameter)) ?? here[0];
}

const returns: Record<PaymentKind, (props: ReturnProps) => React.ReactNode> = {
  redirect: FollowedOrder,
  approve: CapturedPayment,
};

function FollowedOrder({ method, reference }: ReturnProps) {
  const { publishableKey } = useShop();
  const { confirmation, retry } = useOrderConfirmation(method, reference, publishableKey);
  return <Page method={method} step={confirmation} onRetry={retry} />;
}

function CapturedPayment({ method, reference }: ReturnProps) {
  const { publishableKey } = useShop();
  const [search] = useSearchParams();
  const token = reference ?? readWalletOrder();
  const payer = search.get('PayerID');
  const { capture, retry } = usePaymentCapture(method, token, payer, publishableKey);
  return <Page method={method} step={capture} onRetry={retry} />;
}

interface PageProps {
  method: PaymentMethod;
  step: Confirmation | Capture;
  onRetry?: () => void;
}

function Page({ method, step, onRetry }: PageProps) {
  const { kind } = step;
  const approved = method.kind === 'approve';
  const order = 'order' in step ? step.order : null;
  const pending = kind === 'reading';
  const unpaid = kind === 'unpaid' || kind === 'declined' || kind === 'changed';
  const cart = useCart();
  const hasReceipt = order !== null || pending || (kind === 'unreachable' && !approved);

  return (
    <div className="page-width min-h-dvh py-10 sm:py-16">
      <PrintedBrand />
      <ConfirmationHeading method={method} step={step} />
      <noscript>
        <p className="mt-6 max-w-prose">
          Showing your order here requires JavaScript.{' '}
          {approved ? 'If you approved the payment, your order' : 'Your order'} has been placed, and
          the confirmation will arrive by email.
        </p>
      </noscript>
      <div
        // A page without a receipt counts as a new one, so that this is not a layout shift.
        key={String(hasReceipt)}
        className={clsx(
          'mt-8',
          hasReceipt && 'grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start',
        )}
      >
        {hasReceipt ? (
          // The same height before and after, so that nothing below shifts when the receipt arrives.
          <div className="min-h-[32rem] print:min-h-0 [@media(scripting:none)]:hidden">
            {order ? (
              <OrderReceipt order={order} paidWith={approved ? method.label : undefined} />
            ) : (
              <AwaitedReceipt approved={approved} />
            )}
          </div>
        ) : null}
        <div className={clsx('space-y-8', pending && 'invisible [@media(scripting:none)]:visible')}>
          <div
            className={clsx(
              'flex flex-col gap-3 sm:flex-row sm:flex-wrap print:hidden',
              hasReceipt && 'lg:flex-col',
            )}
          >
            {onRetry && isStuck(step) ? <Button onClick={onRetry}>Check again</Button> : null}
            {unpaid && cart.lines.length > 0 ? (
              <ButtonLink
                to={kind === 'declined' ? `/checkout?declined=${method.id}` : '/checkout'}
              >
                Back to checkout
              </ButtonLink>
            ) : null}
            <ButtonLink to="/products" variant={unpaid ? 'secondary' : 'primary'}>
              Continue Shopping
            </ButtonLink>
            <ButtonLink to="/" variant="secondary">
              Back to Home
            </ButtonLink>
          </div>
          {kind === 'paid' || kind === 'waiting' || kind === 'review' || kind === 'missing' ? (
            <NextStep kind={kind} />
          ) : null}
          {step.kind === 'paid' && !approved && !isPlaceholderEmail(step.order.email) ? (
            <AccountInvitation email={step.order.email} />
          ) : null}
        </div>
      </div>
    </div>
  );
}

function AwaitedReceipt({ approved }: { approved: boolean }) {
  return (
    <div className="flex min-h-[32rem] items-center justify-center rounded-md bg-paper">
      <Spinner
        label={approved ? 'Processing Payment...' : 'Loading your order'}
        showLabel={approved}
      />
    </div>
  );
}

/** The page has stopped asking on its own. */
function isStuck(step: Confirmation | Capture): boolean {
  if ('watching' in step) return !step.watching;
  if ('trying' in step) return !step.trying;
  return step.kind === 'unreachable';
}
