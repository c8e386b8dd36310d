import { useCart } from '#app/features/cart/store/cart-store.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { Capture } from './capture-payment.ts';
import type { Confirmation } from './follow-order.ts';
import { thankYouMessage } from './thank-for-order.ts';

interface HeadingProps {
  method: PaymentMethod;
  step: Confirmation | Capture;
}

/** What has happened, as a heading and a sentence. Success is never claimed before it is known. */
export function ConfirmationHeading({ method, step }: HeadingProps) {
  // On another device, or after the customer emptied the cart, nothing can be said about it.
  const unchanged = useCart().lines.length > 0 ? ' Your cart is unchanged.' : '';
  const { title, text } =
    method.kind === 'approve'
      ? explainCapture(step as Capture, method.label, unchanged)
      : explainOrder(step as Confirmation, unchanged);
  return (
    <div role="status">
      <h1 className="text-display">{title}</h1>
      <p className="mt-4 min-h-[3lh] max-w-prose break-words text-lg text-ink-soft sm:min-h-[1lh] [@media(scripting:none)]:hidden">
        {text}
      </p>
    </div>
  );
}

function explainOrder(
  confirmation: Confirmation,
  unchanged: string,
): { title: string; text: string } {
  switch (confirmation.kind) {
    case 'reading':
      return {
        title: 'Confirming payment',
        text: 'This takes a moment. Please keep this page open.',
      };
    case 'paid':
      return { title: 'Payment Successful!', text: thankYouMessage(confirmation.order) };
    case 'waiting':
      return {
        title: 'Your payment is on its way',
        text: confirmation.watching
          ? 'Your order has been placed. This payment method takes a little longer. This page updates automatically, and we’ll email you as soon as the payment arrives.'
          : 'Your order has been placed. This payment method can take a few days; we’ll email you as soon as the payment arrives. You can close this page.',
      };
    case 'review':
      return {
        title: 'We are checking your payment',
        text: 'Your order has been placed, and someone is reviewing the payment. We’ll email you. You don’t need to pay again.',
      };
    case 'unpaid':
      return {
        title: 'The payment did not go through',
        text: `You were not charged for this order.${unchanged && ' Your cart is unchanged, so you can try again.'}`,
      };
    case 'missing':
      return {
        title: 'Order not found',
        text: "We couldn't find your order. This page is available for 24 hours after a payment; after that, your confirmation email has all the details. If you have paid but received no email, please contact support.",
      };
    case 'unreachable':
      return {
        title: 'Order processing',
        text: 'We can’t load your order right now. This page will try again automatically, and your confirmation will arrive by email either way.',
      };
  }
}

function explainCapture(
  capture: Capture,
  wallet: string,
  unchanged: string,
): { title: string; text: string } {
  switch (capture.kind) {
    case 'reading':
      return {
        title: 'Confirming payment',
        text: 'This takes a moment. Please keep this page open.',
      };
    case 'paid':
      return { title: `${wallet} Payment Successful!`, text: thankYouMessage(capture.order) };
    case 'waiting':
      return {
        title: 'Your payment is on its way',
        text: capture.trying
          ? `Your order has been placed. ${wallet} takes a little longer with this payment. This page updates automatically, and we’ll email you as soon as the payment arrives.`
          : 'Your order has been placed. This payment can take a few days; we’ll email you as soon as it arrives. You can close this page.',
      };
    case 'review':
      return {
        title: 'We are checking your payment',
        text: 'Your order has been placed, and someone is reviewing the payment. We’ll email you. You don’t need to pay again.',
      };
    case 'declined':
      return {
        title: `${wallet} declined the payment`,
        text: `${wallet} did not accept the payment method you chose, and you were not charged.${unchanged} Choose another payment method in ${wallet}, or pay by card.`,
      };
    case 'changed':
      return {
        title: 'Your order has changed',
        text: `${capture.message} ${
          unchanged
            ? 'Your cart is saved. Go back to checkout to see what has changed.'
            : 'If you came by a payment link, open it again and pay by card, or contact us.'
        }`,
      };
    case 'canceled':
      return {
        title: 'This order was canceled',
        text: `Your approval in ${wallet} was not used, and you were not charged. If you have questions about it, please contact us.`,
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
          ? `${wallet} or our shop isn’t responding right now. This page will try again automatically. You don’t need to pay again: if ${wallet} took the payment, your confirmation will arrive by email.`
          : `${wallet} or our shop still isn’t responding. You don’t need to pay again: if ${wallet} took the payment, your confirmation will arrive by email.`,
      };
  }
}
