import type { Confirmation } from './follow-order.ts';
import { thankForOrder } from './thank-for-order.ts';

/** What has happened, in one line and a sentence. Success is never claimed before it was read. */
export function ConfirmationHeading({ confirmation }: { confirmation: Confirmation }) {
  const { title, text } = words(confirmation);
  return (
    <div role="status">
      <h1 className="text-display">{title}</h1>
      <p className="mt-4 min-h-[3lh] max-w-prose break-words text-lg text-ink-soft sm:min-h-[1lh] [@media(scripting:none)]:hidden">
        {text}
      </p>
    </div>
  );
}

function words(confirmation: Confirmation): { title: string; text: string } {
  switch (confirmation.kind) {
    case 'reading':
      return {
        title: 'Confirming payment',
        text: 'This takes a moment. Please keep this page open.',
      };
    case 'paid':
      return { title: 'Payment Successful!', text: thankForOrder(confirmation.order) };
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
        text: 'You were not charged for this order. Your cart is unchanged, so you can try again.',
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
