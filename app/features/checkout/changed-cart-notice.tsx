import { useEffect, useRef } from 'react';
import { ChangeList } from '#app/components/lines/change-list.tsx';
import { Button } from '#app/components/ui/button.tsx';
import type { CheckedCart } from '#domain/check-cart.ts';

interface ChangedCartNoticeProps {
  cart: CheckedCart;
  /** Changes when the visitor asks to see it. */
  sought: number;
  onAccept: () => void;
}

/**
 * Nothing is charged that the visitor has not seen: every change is listed and must be accepted.
 * Loaded when needed.
 */
export default function ChangedCartNotice({ cart, sought, onAccept }: ChangedCartNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    if (sought > 0) notice.current?.focus();
  }, [sought]);

  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby="changed-cart"
      className="rounded-md border border-saffron-ink bg-paper p-5"
    >
      <h2 id="changed-cart" className="text-display-sm">
        Your cart has changed
      </h2>
      <ChangeList lines={cart.lines} />
      <p className="mt-3 text-sm text-ink-soft">
        {cart.total === 0
          ? 'Nothing in your cart is available right now, so there is nothing to pay for.'
          : 'Unavailable products are removed from the cart. The rest is charged at the prices shown here.'}
      </p>
      <Button variant="secondary" className="mt-4" onClick={onAccept}>
        Accept changes
      </Button>
    </section>
  );
}
