import { ChangeList } from '#app/components/lines/change-list.tsx';
import type { CartCheck } from './store/use-cart-check.ts';

/**
 * Says before checkout that the total has changed since the cart was filled, or could not be
 * checked. It appears late, so it is placed where nothing has to move to make room for it.
 */
export function CatalogNotice({ check: { cart, catalog } }: { check: CartCheck }) {
  return (
    <div role="status" className="catalog-notice">
      {catalog === 'unreachable'
        ? 'We couldn’t check current prices. They will be checked again at checkout.'
        : cart.changed && (
            <>
              Some products have changed since you added them. The total uses current prices and
              includes only available products.
              <ChangeList lines={cart.lines} />
            </>
          )}
    </div>
  );
}
