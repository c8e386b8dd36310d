import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useShop } from '#app/lib/use-shop.ts';
import type { ProviderReturn } from './use-provider-return.ts';

const returnTexts: Record<Exclude<ProviderReturn, 'declined'>, string> = {
  card_declined:
    'Your bank declined the card, and you were not charged. Your cart is unchanged. Try another card or another payment method.',
  canceled: 'The payment was canceled, and you were not charged. Your cart is unchanged.',
  back: 'You came back before completing the payment. Your cart is unchanged, and you can pay whenever you are ready.',
};

function explainDecline(wallet: string): string {
  return `${wallet} declined the payment, and you were not charged. Your cart is unchanged. Try again with another payment method in ${wallet}, or pay by card.`;
}

/** Scrolls into view if the browser has restored the scroll position at the button. */
export default function ReturnNotice({ returned }: { returned: ProviderReturn }) {
  const { paymentMethods } = useShop();
  const [search] = useSearchParams();
  // Stored here, because paying again removes it from the URL.
  const [declinedBy] = useState(search.get('declined'));
  const wallet = paymentMethods.find(({ id }) => id === declinedBy)?.label ?? 'Your wallet';
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    void notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={notice}
      role="status"
      className={clsx(
        'return-notice rounded-md px-5 py-4 text-sm',
        // A failure, so not in the color of success.
        returned === 'declined' || returned === 'card_declined'
          ? 'border-2 border-saffron bg-paper text-ink'
          : 'bg-pine-soft text-pine',
      )}
    >
      {returned === 'declined' ? explainDecline(wallet) : returnTexts[returned]}
    </p>
  );
}
