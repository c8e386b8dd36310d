import { Link } from '#app/components/ui/link.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { formatMoney } from '#domain/money.ts';
import { type ProductSummary, pricePerUnit } from '#domain/product.ts';
import { FormerPrice } from './former-price.tsx';

interface ProductCardProps {
  product: ProductSummary;
  /** The first row is seen at once and loads first. */
  priority: boolean;
  /** The name's level in the page's outline. */
  heading: 'h2' | 'h3';
}

/** One product in a grid. The name's link covers the whole card. */
export function ProductCard({ product, priority, heading: Heading }: ProductCardProps) {
  const unit = pricePerUnit(product.priceCents, product.weight);
  return (
    <li className="group relative">
      <div className="relative overflow-hidden rounded-md bg-stone">
        <Picture
          src={product.image}
          alt={product.imageAlt ?? product.name}
          sizes="(min-width: 82rem) 25rem, (min-width: 48rem) 31vw, 46vw"
          width={960}
          height={960}
          priority={priority}
          className={product.soldOut ? 'card-picture saturate-[0.35]' : 'card-picture'}
        />
        {product.soldOut ? (
          <span className="absolute top-3 left-3 rounded-sm bg-ink px-2.5 py-1 text-xs font-semibold text-paper">
            Sold Out
          </span>
        ) : null}
      </div>
      <Heading className="mt-4 font-display text-display-sm font-[450]">
        <Link
          to={product.path}
          prefetch="intent"
          className="after:absolute after:inset-0 after:content-[''] group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4"
        >
          {product.name}
        </Link>
      </Heading>
      <p className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft">
        <span className="text-base font-semibold text-ink">{formatMoney(product.priceCents)}</span>
        {product.wasCents ? <FormerPrice cents={product.wasCents} /> : null}
        <span>{product.weight}</span>
        {unit ? (
          <span>
            {formatMoney(unit.cents)} / {unit.unit}
          </span>
        ) : null}
      </p>
    </li>
  );
}
