import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { containerName, type Product } from '#domain/product.ts';

/** What a customer wants to know before buying, beside the button. */
export function ProductAssurances({ product }: { product: Pick<Product, 'weight_type'> }) {
  const { site, shippingClaim, deliveryPromise } = useShop();
  const container = containerName(product.weight_type);
  return (
    <dl className="mt-6 divide-y divide-line border-y border-line text-sm md:mt-8 [&>div]:grid [&>div]:grid-cols-[6.5rem_1fr] [&>div]:gap-4 [&>div]:py-3.5 [&_dt]:font-semibold">
      {shippingClaim ? (
        <div>
          <dt>Shipping</dt>
          <dd>{shippingClaim}</dd>
        </div>
      ) : null}
      {deliveryPromise ? (
        <div>
          <dt>Delivery</dt>
          <dd>{deliveryPromise.replace(/^Delivery: /, '')}</dd>
        </div>
      ) : null}
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
          A batch number on every {container}.{' '}
          <Link to="/validity" prefetch="intent" className="text-link">
            Verify your {container}
          </Link>
        </dd>
      </div>
    </dl>
  );
}
