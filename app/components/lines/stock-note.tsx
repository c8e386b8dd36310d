import { useShop } from '#app/lib/use-shop.ts';

/** "Only 3 left", once stock is at or below the owner's limit; nothing for products without counted stock. */
export function StockNote({ left, className = '' }: { left: number | null; className?: string }) {
  const { site } = useShop();
  if (left === null || left === 0 || left > site.lowStock) return null;
  return <p className={`text-sm font-medium text-saffron-ink ${className}`}>Only {left} left</p>;
}
