import { clsx } from 'clsx';
import { Link, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { ConfirmationHeading } from './confirmation-heading.tsx';
import type { Confirmation } from './follow-order.ts';
import { OrderReceipt } from './order-receipt.tsx';
import { useOrderConfirmation } from './use-order-confirmation.ts';

/** The card success screen (specification §2, §8). Safe to reload. */
export function ConfirmationScreen() {
  const { publishableKey } = useShop();
  const [search] = useSearchParams();
  const { confirmation, retry } = useOrderConfirmation(search.get('session_id'), publishableKey);
  const { kind } = confirmation;
  const order = 'order' in confirmation ? confirmation.order : null;

  return (
    <div className="page-width min-h-dvh py-10 sm:py-16">
      <ConfirmationHeading confirmation={confirmation} />
      <noscript>
        <p className="mt-6 max-w-prose">
          Showing your order here needs JavaScript. Your order is placed all the same, and the
          confirmation comes by e-mail.
        </p>
      </noscript>
      <div
        className={clsx(
          'mt-8',
          kind !== 'missing' &&
            'grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start',
        )}
      >
        {kind === 'missing' ? null : (
          // One height before and after, so that nothing below moves when the receipt comes.
          <div className="min-h-[32rem] [@media(scripting:none)]:hidden">
            {order ? <OrderReceipt order={order} /> : <AwaitedReceipt />}
          </div>
        )}
        <div className="space-y-8">
          <div className={clsx('flex flex-wrap gap-3', kind !== 'missing' && 'lg:flex-col')}>
            {isStuck(confirmation) ? <Button onClick={retry}>Look again</Button> : null}
            {kind === 'unpaid' ? <ButtonLink to="/checkout">Back to checkout</ButtonLink> : null}
            <ButtonLink to="/products" variant={kind === 'unpaid' ? 'secondary' : 'primary'}>
              Continue Shopping
            </ButtonLink>
            <ButtonLink to="/" variant="secondary">
              Back to Home
            </ButtonLink>
          </div>
          <NextStep confirmation={confirmation} />
        </div>
      </div>
    </div>
  );
}

function AwaitedReceipt() {
  return (
    <div className="flex min-h-[32rem] items-center justify-center rounded-md bg-paper">
      <Spinner label="Reading your order" />
    </div>
  );
}

function isStuck(confirmation: Confirmation): boolean {
  return (
    confirmation.kind === 'unreachable' ||
    (confirmation.kind === 'waiting' && !confirmation.watching)
  );
}

function NextStep({ confirmation: { kind } }: { confirmation: Confirmation }) {
  const { site } = useShop();
  if (kind === 'reading' || kind === 'unpaid' || kind === 'unreachable') return null;
  return (
    <section aria-labelledby="next-step">
      <h2 id="next-step" className="text-display-sm">
        {kind === 'missing' ? 'Need help?' : 'What happens next'}
      </h2>
      <ol className="mt-4 space-y-4">
        {kind === 'paid' ? (
          <>
            <li>We pack your order and send it to the address that you gave with the payment.</li>
            <li>
              When it arrives, type the number on the lid into{' '}
              <Link to="/validity" className="text-link font-semibold">
                Verify your bottle
              </Link>
              , to be sure that yours is genuine.
            </li>
          </>
        ) : null}
        <li>
          {kind === 'missing' ? 'Write to' : 'Questions? Write to'}{' '}
          <a href={`mailto:${site.email}`} className="text-link font-semibold">
            {site.email}
          </a>
          {kind === 'missing' ? ' with the e-mail you ordered with.' : ' with your order number.'}
        </li>
      </ol>
    </section>
  );
}
