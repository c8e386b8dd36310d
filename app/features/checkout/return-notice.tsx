import { useEffect, useRef } from 'react';
import type { ProviderReturn } from './use-provider-return.ts';

const returnTexts: Record<ProviderReturn, string> = {
  declined:
    'PayPal declined the payment and nothing was charged. Your cart is as you left it. Try again and choose another way of paying in PayPal, or pay by card.',
  canceled: 'The payment was canceled and nothing was charged. Your cart is as you left it.',
  back: 'You came back before the payment was finished. Your cart is as you left it, and you can pay whenever you are ready.',
};

/** Comes into sight where the browser has gone back to the button that was pressed. */
export default function ReturnNotice({ returned }: { returned: ProviderReturn }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    void notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p ref={notice} role="status" className="rounded-md bg-pine-soft px-5 py-4 text-sm text-pine">
      {returnTexts[returned]}
    </p>
  );
}
