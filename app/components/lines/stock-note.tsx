import { useShop } from '#app/lib/use-shop.ts';

/** "Only 3 left", once no more are left than the owner set; nothing where nobody counts. */
export function StockNote({ left, className = '' }: { left: number | null; className?: string }) {
  const { site } = useShop();
  if (left === null || left === 0 || left > site.lowStock) return null;
  return <p className={`text-sm font-medium text-saffron-ink ${className}`}>Only {left} left</p>;
}
