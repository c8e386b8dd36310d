import { useShop } from '#app/lib/use-shop.ts';

/** Says on paper, where the header is not, whose page it is. */
export function PrintedBrand() {
  const { site } = useShop();
  return <p className="hidden font-display text-display-sm print:mb-6 print:block">{site.brand}</p>;
}
