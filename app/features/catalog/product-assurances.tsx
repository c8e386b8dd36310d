import { Link } from '#app/components/ui/link.tsx';
import { freeShippingClaim } from '#domain/free-shipping-claim.ts';
import type { SiteFacts } from '#domain/settings.ts';

/** What one wants to know before the cart, beside the button. */
export function ProductAssurances({ site }: { site: SiteFacts }) {
  return (
    <dl className="mt-8 divide-y divide-line border-y border-line text-sm [&>div]:grid [&>div]:grid-cols-[6.5rem_1fr] [&>div]:gap-4 [&>div]:py-3.5 [&_dt]:font-semibold">
      <div>
        <dt>Shipping</dt>
        <dd>{freeShippingClaim(site)}</dd>
      </div>
      <div>
        <dt>Returns</dt>
        <dd>
          {site.returnsSummary}{' '}
          <Link to="/shipping-and-returns" prefetch="intent" className="text-link">
            Shipping and returns
          </Link>
        </dd>
      </div>
      <div>
        <dt>Authenticity</dt>
        <dd>
          A batch number on every lid.{' '}
          <Link to="/validity" prefetch="intent" className="text-link">
            Verify your bottle
          </Link>
        </dd>
      </div>
    </dl>
  );
}
