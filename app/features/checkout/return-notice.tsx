import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { ProviderReturn } from './use-provider-return.ts';

const returnTexts: Record<ProviderReturn, string> = {
  declined:
    'PayPal declined the payment, and you were not charged. Your cart is unchanged. Try again with another payment method in PayPal, or pay by card.',
  card_declined:
    'Your bank declined the card, and you were not charged. Your cart is unchanged. Try another card or another payment method.',
  canceled: 'The payment was canceled, and you were not charged. Your cart is unchanged.',
  back: 'You came back before completing the payment. Your cart is unchanged, and you can pay whenever you are ready.',
};

/** Comes into sight where the browser has gone back to the button that was pressed. */
export default function ReturnNotice({ returned }: { returned: ProviderReturn }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    void notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={notice}
      role="status"
      className={clsx(
        'rounded-md px-5 py-4 text-sm',
        // Something failed: not in the colour of what went well.
        returned === 'declined' || returned === 'card_declined'
          ? 'border-2 border-saffron bg-paper text-ink'
          : 'bg-pine-soft text-pine',
      )}
    >
      {returnTexts[returned]}
    </p>
  );
}
