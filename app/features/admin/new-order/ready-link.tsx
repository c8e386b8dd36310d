import { useEffect, useRef } from 'react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { CopyButton } from '../orders/copy-button.tsx';
import { Moment } from '../table/moment.tsx';
import type { Original } from './order-form.ts';

/** As returned by the functions that create a link. */
export interface MadeLink {
  linkId: string;
  url: string;
  /** ISO 8601. */
  expiresAt: string;
  emailed: boolean;
}

/** The link that was just created, to copy and send. */
export function ReadyLink({ link, original }: { link: MadeLink; original: Original | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-label="Payment link"
      className="max-w-2xl space-y-4 rounded-md border border-line bg-paper p-4 text-sm sm:p-6"
    >
      <h2 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold outline-none">
        The payment link is ready
      </h2>
      <p>
        {link.emailed ? 'It was sent to the customer. ' : 'Send it to the customer. '}
        It is valid until <Moment at={link.expiresAt} />, and ends once it is paid or you cancel it.
        Anyone with this link can pay. They see the items and the total, but not the customer.
      </p>
      <div className="flex items-center gap-1 rounded-sm border border-line-strong py-1 pl-3">
        <span className="min-w-0 flex-1 font-mono text-xs break-all">{link.url}</span>
        <CopyButton what="payment link" text={link.url} />
      </div>
      <div className="flex flex-wrap gap-3">
        {original ? (
          <ButtonLink to={`/admin/orders?order=${original.order.id}`}>Back to the order</ButtonLink>
        ) : (
          <ButtonLink to="/admin/orders/links">All payment links</ButtonLink>
        )}
        <ButtonLink variant="secondary" to="/admin/orders">
          All orders
        </ButtonLink>
      </div>
    </section>
  );
}
