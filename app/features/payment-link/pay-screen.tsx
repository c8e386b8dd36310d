import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AmountRows } from '#app/components/quote/amount-rows.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { OfferedPayment, PaymentLinkState } from '#domain/manual-order.ts';
import { formatMoney } from '#domain/money.ts';
import { describeIncludedTax } from '#domain/order-amounts.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import { payOffered, useOfferedPayment } from './use-offered-payment.ts';

/** What a payment link offers, and the payment methods. It reveals nothing about the customer. */
export function PayScreen() {
  const offered = useOfferedPayment();
  return (
    <div className="page-width min-h-[80vh] max-w-lg py-10 sm:py-14">
      <h1 className="text-display">Pay for your order</h1>
      <noscript>
        <p className="mt-4">This page requires JavaScript.</p>
      </noscript>
      <div className="mt-6">
        {offered.kind === 'reading' ? (
          <Spinner label="Loading your order" showLabel />
        ) : offered.kind === 'unreachable' ? (
          <div className="flex flex-col items-start gap-5">
            <p role="alert">Your order could not be loaded.</p>
            <Button onClick={offered.retry}>Try again</Button>
          </div>
        ) : offered.kind === 'found' && offered.payment.state === 'open' ? (
          <Offer token={offered.token} payment={offered.payment} />
        ) : (
          <Over state={offered.kind === 'found' ? offered.payment.state : null} />
        )}
      </div>
    </div>
  );
}

const whatBecame: Record<Exclude<PaymentLinkState, 'open'>, string> = {
  paid: 'This has been paid. Thank you! The confirmation was sent by email.',
  canceled: 'This was canceled. Nothing is to be paid.',
  expired: 'This payment link has expired.',
};

function Over({ state }: { state: PaymentLinkState | null }) {
  return (
    <div role="status" className="space-y-5">
      <p>
        {state && state !== 'open'
          ? whatBecame[state]
          : 'Please open this page by the link that you were sent.'}
      </p>
      <ButtonLink to="/contact" variant="quiet" className="-ml-5">
        Questions? Write to us
      </ButtonLink>
    </div>
  );
}

function Offer({ token, payment }: { token: string; payment: OfferedPayment }) {
  const { publishableKey, paymentMethods, site } = useShop();
  const [address] = useSearchParams();
  const [opening, setOpening] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { lines, amounts, totalCents, expiresAt, addsTo } = payment;

  async function pay(method: PaymentMethod): Promise<void> {
    if (opening) return;
    setOpening(method.id);
    setProblem(null);
    const failed = await payOffered(token, method, publishableKey);
    if (failed === null) return;
    setProblem(failed);
    setOpening(null);
  }

  return (
    <>
      {address.get('canceled') && !problem ? (
        <p role="status" className="mb-6 rounded-md bg-pine-soft px-5 py-4 text-sm text-pine">
          Nothing was paid. You can try again here.
        </p>
      ) : null}
      {addsTo ? <p className="mb-6">These items are added to your order {addsTo}.</p> : null}
      <div className="rounded-md bg-paper p-6 sm:p-8">
        <ul aria-label="Items" className="divide-y divide-line border-b border-line text-sm">
          {lines?.map(({ name, weight, quantity, cents }) => (
            <li
              key={JSON.stringify([name, weight])}
              className="flex justify-between gap-4 py-3 first:pt-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-semibold">{name}</span>
                <span className="text-ink-soft">
                  {[weight, `Quantity: ${quantity}`].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="shrink-0 tabular-nums">{formatMoney(cents)}</span>
            </li>
          ))}
        </ul>
        <dl className="mt-4 space-y-2 text-sm">
          {amounts ? <AmountRows amounts={amounts} /> : null}
          <div className="flex justify-between gap-4 pt-1 text-lg font-semibold">
            <dt>Total</dt>
            <dd className="text-right tabular-nums">
              <span>{formatMoney(totalCents ?? 0)}</span>
              <span className="block text-sm font-normal">
                {amounts && describeIncludedTax(amounts)}
              </span>
            </dd>
          </div>
        </dl>
        <div className="mt-6 space-y-3">
          {paymentMethods.map((method) =>
            method.offered ? (
              <Button
                key={method.id}
                className="w-full"
                aria-disabled={opening !== null}
                onClick={() => void pay(method)}
              >
                {opening === method.id ? 'Opening the payment page...' : `Pay by ${method.label}`}
              </Button>
            ) : null,
          )}
        </div>
        <p role="alert" className="mt-4 text-sm font-medium text-danger empty:hidden">
          {problem}
        </p>
      </div>
      <p className="mt-6 text-sm text-ink-soft">
        The payment page asks for your name and address.{' '}
        {expiresAt ? `You can pay until ${sayDay(expiresAt, site.timeZone)}.` : ''}
      </p>
    </>
  );
}

function sayDay(moment: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  return format.format(new Date(moment));
}
