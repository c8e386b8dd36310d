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
          ? 'Your order is placed. This payment method takes a little longer; this page looks again by itself, and we write to you as soon as the money has arrived.'
          : 'Your order is placed. This payment method can take a few days; we write to you as soon as the money has arrived. You can close this page.',
      };
    case 'review':
      return {
        title: 'We are checking your payment',
        text: 'Your order is placed, and somebody is looking at the payment. We will write to you; you need not pay again.',
      };
    case 'unpaid':
      return {
        title: 'The payment did not go through',
        text: 'Nothing was charged for this order. Your cart is as you left it, so you can try again.',
      };
    case 'missing':
      return {
        title: 'Order not found',
        text: "We couldn't find your order. This page opens for 24 hours after a payment; later, the confirmation in your e-mail has everything. If you have paid and received no e-mail, please contact support.",
      };
    case 'unreachable':
      return {
        title: 'Order processing',
        text: 'We cannot read your order just now. This page tries again by itself, and the confirmation comes by e-mail in any case.',
      };
  }
}
