import type { CartCheck } from './store/use-cart-check.ts';

/** Says before checkout that the total is not what was put together, or could not be checked. */
export function CatalogNotice({ check }: { check: CartCheck }) {
  return (
    <p role="status" className="text-sm text-saffron-ink empty:hidden">
      {textFor(check)}
    </p>
  );
}

function textFor({ cart, catalog }: CartCheck): string | null {
  if (catalog === 'unreachable') {
    return 'We couldn’t check current prices. They will be checked again at checkout.';
  }
  if (!cart.changed) return null;
  return 'Some products have changed since you added them. The total uses current prices and includes only available products.';
}
