import { clsx } from 'clsx';
import { useState } from 'react';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { OrderCard } from './order-card.tsx';
import { type LinkedOrder, useLinkedOrder } from './use-linked-order.ts';
import { usePrint } from './use-print.ts';

/** For guests: enter an order number and email address, get a link by email. */
export function FindOrderScreen() {
  const { linked, forget } = useLinkedOrder();
  const searching = linked.kind === 'none' || linked.kind === 'over';
  return (
    <div
      className={clsx(
        'page-width min-h-[80vh] py-10 sm:py-14',
        // As wide as the sign-in form, so that both are in the same place.
        searching ? 'max-w-lg' : 'max-w-4xl',
      )}
    >
      {searching ? (
        <FindOrder over={linked.kind === 'over'} />
      ) : (
        <OpenedOrder linked={linked} onForget={forget} />
      )}
    </div>
  );
}

function OpenedOrder({ linked, onForget }: { linked: LinkedOrder; onForget: () => void }) {
  const { printing, print } = usePrint();
  if (linked.kind === 'found') {
    const { order } = linked;
    return (
      <>
        <OrderCard
          order={order}
          printing={printing === order.id}
          onPrint={() => print(order.id)}
          headingLevel="h1"
        />
        <p className="mt-6 text-sm text-ink-soft">
          With an account for {order.email}, you can see this order whenever you sign in.
        </p>
        <Button variant="quiet" className="-ml-5 print:hidden" onClick={onForget}>
          Find another order
        </Button>
      </>
    );
  }
  return (
    <>
      <h1 className="text-display">Your order</h1>
      <div className="mt-6">
        {linked.kind === 'unreachable' ? (
          <div className="flex flex-col items-start gap-5">
            <p>Your order could not be loaded.</p>
            <Button onClick={linked.retry}>Try again</Button>
          </div>
        ) : (
          <Spinner label="Loading your order" showLabel />
        )}
      </div>
    </>
  );
}

function FindOrder({ over }: { over: boolean }) {
  const { publishableKey } = useShop();
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function find(fields: FormData): Promise<FieldProblems | null> {
    const email = String(fields.get('email')).trim();
    const { failure } = await invokeFunction('find-order', {
      publishableKey,
      body: { orderNumber: String(fields.get('orderNumber')), email },
    });
    if (failure) return { '': problemTexts[failure.code] ?? unreachable };
    setSentTo(email);
    return null;
  }

  if (sentTo) {
    return (
      <div role="status" className="space-y-5">
        <h1 className="text-display">Check Your Email</h1>
        <p className="break-words">
          If there is a paid order with that number for {sentTo}, a link to it is on its way. The
          link is valid for one week.
        </p>
        <p className="text-sm text-ink-soft">
          No email after a few minutes? The number is in the subject line of your confirmation, and
          the address is the one you entered with your payment.
        </p>
        <Button variant="secondary" onClick={() => setSentTo(null)}>
          Try another number
        </Button>
      </div>
    );
  }
  return (
    <div>
      <h1 className="text-display">Find your order</h1>
      {over ? (
        <p role="alert" className="mt-5 rounded-md bg-pine-soft px-5 py-4 text-sm text-pine">
          This link is no longer valid. Request a new one here.
        </p>
      ) : null}
      <p className="mt-4">
        Ordered without an account? Enter the order number from your confirmation and the email
        address you used, and we’ll send you a link to the order.
      </p>
      <noscript>
        <p className="mt-4">
          This page requires JavaScript. Your confirmation email also has all the details of your
          order.
        </p>
      </noscript>
      <div className="mt-6 rounded-md bg-paper p-6 sm:p-8">
        <SubmitForm
          label="Find your order"
          submit="Send me the link"
          busyText="Sending..."
          onSubmit={find}
        >
          {(problems) => (
            <>
              <TextField
                label="Order number"
                name="orderNumber"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                hint="Eight characters, such as 4f1c2d3e"
                error={problems.orderNumber}
                required
              />
              <TextField
                label="Email"
                name="email"
                type="email"
                autoComplete="email"
                error={problems.email}
                required
              />
            </>
          )}
        </SubmitForm>
      </div>
      <p className="mt-6 text-sm">
        With an account, all your orders are in{' '}
        <Link to="/orders" className="text-link inline-flex min-h-11 items-center font-semibold">
          My Orders
        </Link>
        .
      </p>
      <ButtonLink to="/contact" variant="quiet" className="-ml-5">
        Something else? Write to us
      </ButtonLink>
    </div>
  );
}

const unreachable = 'The shop could not be reached. Please try again.';

const problemTexts: Record<string, string> = {
  rate_limited: 'Too many attempts. Please wait a few minutes.',
  invalid_request: 'Please check the number and the address.',
};
