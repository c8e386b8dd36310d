import { clsx } from 'clsx';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { readWalletOrder } from '#app/lib/wallet-order.ts';
import type { Capture } from './capture-payment.ts';
import { NextStep } from './next-step.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { thankForOrder } from './thank-for-order.ts';
import { usePaymentCapture } from './use-payment-capture.ts';

/** The wallet success screen (requirements §2.12, §8). Safe to reload. */
export function WalletScreen() {
  const hydrated = useHydrated();
  return hydrated ? <CapturedPayment /> : <Page capture={{ kind: 'capturing' }} />;
}

function CapturedPayment() {
  const { publishableKey } = useShop();
  const [search] = useSearchParams();
  const token = search.get('token') ?? readWalletOrder();
  const { capture, retry } = usePaymentCapture(token, search.get('PayerID'), publishableKey);
  return <Page capture={capture} onRetry={retry} />;
}

function Page({ capture, onRetry }: { capture: Capture; onRetry?: () => void }) {
  const order = 'order' in capture ? capture.order : null;
  const { title, text } = words(capture);
  const stuck = 'trying' in capture && !capture.trying;
  const hasReceipt = order !== null || capture.kind === 'capturing';
  return (
    <div className="page-width min-h-dvh py-10 sm:py-16">
      <div role="status">
        <h1 className="text-display">{title}</h1>
        <p className="mt-4 min-h-[3lh] max-w-prose break-words text-lg text-ink-soft sm:min-h-[1lh] [@media(scripting:none)]:hidden">
          {text}
        </p>
      </div>
      <noscript>
        <p className="mt-6 max-w-prose">
          Showing your order here requires JavaScript. If you approved the payment, your order has
          been placed, and the confirmation will arrive by email.
        </p>
      </noscript>
      <div
        className={clsx(
          'mt-8',
          hasReceipt && 'grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start',
        )}
      >
        {hasReceipt ? (
          // One height before and after, so that nothing below moves when the receipt comes.
          <div className="min-h-[32rem] [@media(scripting:none)]:hidden">
            {order ? <OrderReceipt order={order} paidWith="PayPal" /> : <AwaitedReceipt />}
          </div>
        ) : null}
        <div className="space-y-8">
          <div className={clsx('flex flex-wrap gap-3', hasReceipt && 'lg:flex-col')}>
            {stuck && onRetry ? <Button onClick={onRetry}>Check again</Button> : null}
            {capture.kind === 'declined' ? (
              <ButtonLink to="/checkout?declined=paypal">Back to checkout</ButtonLink>
            ) : null}
            <ButtonLink
              to="/products"
              variant={capture.kind === 'declined' ? 'secondary' : 'primary'}
            >
              Continue Shopping
            </ButtonLink>
            <ButtonLink to="/" variant="secondary">
              Back to Home
            </ButtonLink>
          </div>
          {capture.kind === 'paid' || capture.kind === 'missing' ? (
            <NextStep kind={capture.kind} />
          ) : null}
        </div>
      </div>
    </div>
  );
}

function AwaitedReceipt() {
  return (
    <div className="flex min-h-[32rem] items-center justify-center rounded-md bg-paper">
      <Spinner label="Processing Payment..." showLabel />
    </div>
  );
}

/** Success is never claimed before it was read. */
function words(capture: Capture): { title: string; text: string } {
  switch (capture.kind) {
    case 'capturing':
      return {
        title: 'Confirming payment',
        text: 'This takes a moment. Please keep this page open.',
      };
    case 'paid':
      return { title: 'PayPal Payment Successful!', text: thankForOrder(capture.order) };
    case 'waiting':
      return {
        title: 'Your payment is on its way',
        text: capture.trying
          ? 'Your order has been placed. PayPal takes a little longer with this payment. This page updates automatically, and we’ll email you as soon as the payment arrives.'
          : 'Your order has been placed. This payment can take a few days; we’ll email you as soon as it arrives. You can close this page.',
      };
    case 'review':
      return {
        title: 'We are checking your payment',
        text: 'Your order has been placed, and someone is reviewing the payment. We’ll email you. You don’t need to pay again.',
      };
    case 'declined':
      return {
        title: 'PayPal declined the payment',
        text: 'PayPal did not accept the payment method you chose, and you were not charged. Your cart is unchanged. Choose another payment method in PayPal, or pay by card.',
      };
    case 'already_paid':
      return {
        title: 'You have already paid',
        text: 'This cart was already paid for in another tab or on another device. The second payment was not taken, and you were not charged again.',
      };
    case 'missing':
      return {
        title: 'Order not found',
        text: "We couldn't find your order. If you have paid, your confirmation email has all the details. If you received no email, please contact support.",
      };
    case 'unreachable':
      return {
        title: 'We cannot confirm your payment yet',
        text: capture.trying
          ? 'PayPal or our shop isn’t responding right now. This page will try again automatically. You don’t need to pay again: if PayPal took the payment, your confirmation will arrive by email.'
          : 'PayPal or our shop still isn’t responding. You don’t need to pay again: if PayPal took the payment, your confirmation will arrive by email.',
      };
  }
}
