import type { ProductSummary } from '#domain/product.ts';
import { ProductCard } from './product-card.tsx';

interface ProductGridProps {
  products: readonly ProductSummary[];
  /** Shown in place of an empty grid. */
  emptyMessage: string;
  /** How many pictures are likely to be visible first. */
  eager?: number;
  heading?: 'h2' | 'h3';
}

export function ProductGrid({
  products,
  emptyMessage,
  eager = 0,
  heading = 'h3',
}: ProductGridProps) {
  if (products.length === 0) {
    return (
      <p className="rounded-md border border-line bg-paper px-6 py-16 text-center text-lg text-ink-soft">
        {emptyMessage}
      </p>
    );
  }
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-7 md:gap-y-14">
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          priority={index < eager}
          heading={heading}
        />
      ))}
    </ul>
  );
}
