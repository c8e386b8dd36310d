import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';

/** What the customer can expect, or whom to contact. */
export function NextStep({ kind }: { kind: 'paid' | 'waiting' | 'review' | 'missing' }) {
  const { site, deliveryPromise } = useShop();
  return (
    <section aria-labelledby="next-step">
      <h2 id="next-step" className="text-display-sm">
        {kind === 'missing' ? 'Need help?' : 'What happens next'}
      </h2>
      <ol className="mt-4 space-y-4">
        {kind === 'paid' ? (
          <>
            <li>
              We pack your order and ship it to the address you entered with your payment.{' '}
              {deliveryPromise}
            </li>
            <li>
              When it arrives, enter the number from the lid on{' '}
              <Link to="/validity" className="text-link font-semibold">
                Verify your bottle
              </Link>{' '}
              to make sure yours is genuine.
            </li>
          </>
        ) : null}
        {kind === 'missing' ? (
          <li>
            With the order number from your confirmation, you can{' '}
            <Link to="/find-order" className="text-link font-semibold">
              find your order
            </Link>{' '}
            again.
          </li>
        ) : null}
        <li>
          {kind === 'missing' ? 'Write to' : 'Questions? Write to'}{' '}
          <a href={`mailto:${site.email}`} className="text-link font-semibold">
            {site.email}
          </a>
          {kind === 'missing' ? ' with the email you ordered with.' : ' with your order number.'}
        </li>
      </ol>
    </section>
  );
}
