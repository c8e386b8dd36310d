import { clsx } from 'clsx';
import { useSearchParams } from 'react-router';
import { AccountInvitation } from '#app/components/account-invitation.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { isPlaceholderEmail } from '#domain/order.ts';
import { ConfirmationHeading } from './confirmation-heading.tsx';
import type { Confirmation } from './follow-order.ts';
import { NextStep } from './next-step.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { useOrderConfirmation } from './use-order-confirmation.ts';

/** The card success screen (requirements §2.11, §8). Safe to reload. */
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
          Showing your order here requires JavaScript. Your order has been placed, and the
          confirmation will arrive by email.
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
            {isStuck(confirmation) ? <Button onClick={retry}>Check again</Button> : null}
            {kind === 'unpaid' ? <ButtonLink to="/checkout">Back to checkout</ButtonLink> : null}
            <ButtonLink to="/products" variant={kind === 'unpaid' ? 'secondary' : 'primary'}>
              Continue Shopping
            </ButtonLink>
            <ButtonLink to="/" variant="secondary">
              Back to Home
            </ButtonLink>
          </div>
          {kind === 'reading' || kind === 'unpaid' || kind === 'unreachable' ? null : (
            <NextStep kind={kind} />
          )}
          {confirmation.kind === 'paid' && !isPlaceholderEmail(confirmation.order.email) ? (
            <AccountInvitation email={confirmation.order.email} />
          ) : null}
        </div>
      </div>
    </div>
  );
}

function AwaitedReceipt() {
  return (
    <div className="flex min-h-[32rem] items-center justify-center rounded-md bg-paper">
      <Spinner label="Loading your order" />
    </div>
  );
}

function isStuck(confirmation: Confirmation): boolean {
  return (
    confirmation.kind === 'unreachable' ||
    (confirmation.kind === 'waiting' && !confirmation.watching)
  );
}
