import { useEffect, useState } from 'react';
import { Picture } from '#app/components/ui/picture.tsx';
import { type Cents, formatMoney } from '#domain/money.ts';

interface BuyBarProps {
  /** The bar is shown while this element is out of view. */
  watched: React.RefObject<HTMLElement | null>;
  image: string;
  name: string;
  priceCents: Cents;
  /** The add-to-cart button. */
  children: React.ReactNode;
}

/** A bar at the bottom of a phone screen, with product, price and the button that scrolled out of view. */
export function BuyBar({ watched, image, name, priceCents, children }: BuyBarProps) {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!watched.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => setAway(entry !== undefined && !entry.isIntersecting),
      // Excludes the areas covered by the header and by this bar.
      { rootMargin: '-68px 0px -64px' },
    );
    observer.observe(watched.current);
    return () => observer.disconnect();
  }, [watched]);
  if (!away) return null;
  return (
    <section
      aria-label="Add to cart"
      className="buy-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper shadow-lift md:hidden"
    >
      <div className="flex h-16 items-center gap-3 px-[clamp(1.125rem,4vw,3rem)]">
        <Picture
          src={image}
          alt=""
          sizes="48px"
          width={48}
          height={48}
          className="size-12 shrink-0 rounded-sm bg-stone object-cover"
        />
        <p className="min-w-0 flex-1 text-sm leading-tight">
          <span className="line-clamp-1">{name}</span>
          <span className="font-semibold tabular-nums">{formatMoney(priceCents)}</span>
        </p>
        {children}
      </div>
    </section>
  );
}
