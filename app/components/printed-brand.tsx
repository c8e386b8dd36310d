import { useShop } from '#app/lib/use-shop.ts';

/** Names the shop on printed pages, which have no header. */
export function PrintedBrand() {
  const { site } = useShop();
  return <p className="hidden font-display text-display-sm print:mb-6 print:block">{site.brand}</p>;
}
