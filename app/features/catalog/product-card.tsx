import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from '#app/components/ui/link.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { formatMoney } from '#domain/money.ts';
import { type ProductSummary, pricePerUnit } from '#domain/product.ts';
import { FormerPrice } from './former-price.tsx';
import { SoldOutBadge } from './sold-out-badge.tsx';

interface ProductCardProps {
  product: ProductSummary;
  /** The first row is visible at once, so it loads first. */
  priority: boolean;
  /** The level of the name's heading. */
  heading: 'h2' | 'h3';
}

const sizes = '(min-width: 82rem) 25rem, (min-width: 48rem) 31vw, 46vw';

/** One product in a grid. The link in the name covers the whole card. */
export function ProductCard({ product, priority, heading: Heading }: ProductCardProps) {
  const unit = pricePerUnit(product.priceCents, product.weight);
  // Loaded on the first hover, so that nobody else downloads it.
  const [pointed, setPointed] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const picture = clsx('card-picture', product.soldOut && 'opacity-70 saturate-[0.35]');
  return (
    <li
      className="group relative"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(true)}
    >
      <div className="relative overflow-hidden rounded-md bg-stone">
        <Picture
          src={product.image}
          alt={product.imageAlt ?? product.name}
          focus={product.imageFocus}
          sizes={sizes}
          width={960}
          height={960}
          priority={priority}
          className={picture}
        />
        {pointed && product.secondImage ? (
          <span
            className="card-second"
            data-loaded={loaded || undefined}
            onLoadCapture={() => setLoaded(true)}
          >
            <Picture
              src={product.secondImage}
              alt=""
              sizes={sizes}
              width={960}
              height={960}
              priority
              className={picture}
            />
          </span>
        ) : null}
        {product.soldOut ? <SoldOutBadge /> : null}
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
