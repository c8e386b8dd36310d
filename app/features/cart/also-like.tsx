import { useEffect, useId, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { CartLine } from '#domain/cart.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { productPath } from '#domain/product.ts';
import { isUuid } from '#domain/uuid.ts';
import { cartStore } from './store/cart-store.ts';

interface Offered {
  id: string;
  name: string;
  slug: string | null;
  price: number;
  weight_type: string;
  buyable: boolean;
  image_url: string;
}

interface AlsoLikeProps {
  lines: readonly Pick<CartLine, 'id'>[];
  /** Called when a link is followed, so that the drawer closes. */
  onLeave?: () => void;
}

/** A row of products that go with the cart, each with a button to add it. Nothing if there are none. */
export function AlsoLike({ lines, onLeave }: AlsoLikeProps) {
  const { publishableKey } = useShop();
  const title = useId();
  const [offered, setOffered] = useState<readonly Offered[]>([]);
  const [added, setAdded] = useState<readonly string[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is added from here stays in its place
  useEffect(() => {
    let left = false;
    void readRelated(lines, publishableKey).then((found) => left || setOffered(found));
    return () => {
      left = true;
    };
  }, [publishableKey]);

  function add({ id, name, weight_type, price, image_url }: Offered): void {
    if (added.includes(id)) return;
    cartStore.add({
      id,
      name,
      weight: weight_type,
      priceCents: toCents(price),
      imageUrl: image_url,
      quantity: 1,
    });
    setAdded([...added, id]);
  }

  if (offered.length === 0) return null;
  return (
    <section aria-labelledby={title} className="@container">
      <h2 id={title} className="font-sans text-sm font-semibold">
        You may also like
      </h2>
      <ul className="mt-3 flex snap-x gap-3 overflow-x-auto pb-1">
        {offered.map((product) => (
          <li
            key={product.id}
            className="relative flex w-70 max-w-[88%] shrink-0 snap-start @2xl:w-0 @2xl:grow items-center gap-3 rounded-md border border-line p-2"
          >
            <Picture
              src={product.image_url}
              alt=""
              sizes="64px"
              width={64}
              height={64}
              className="size-16 shrink-0 rounded-sm bg-stone object-cover"
            />
            <p className="min-w-0 flex-1 text-sm leading-snug">
              <Link
                to={productPath(product)}
                onClick={onLeave}
                className="line-clamp-2 py-1 hover:underline"
              >
                {product.name}
              </Link>
              <span className="font-semibold tabular-nums">
                {formatMoney(toCents(product.price))}
              </span>
            </p>
            <Button
              variant="secondary"
              aria-disabled={added.includes(product.id)}
              aria-label={
                added.includes(product.id)
                  ? `${product.name} added`
                  : `Add to Cart: ${product.name}`
              }
              onClick={() => add(product)}
              className="px-3!"
            >
              {added.includes(product.id) ? 'Added' : 'Add'}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {added.length > 0
          ? `${offered.find(({ id }) => id === added.at(-1))?.name} has been added to your cart.`
          : null}
      </p>
    </section>
  );
}

/** Products most related to the newest lines that are buyable and not in the cart. Uses plain fetch. */
async function readRelated(
  lines: readonly Pick<CartLine, 'id'>[],
  apikey: string,
): Promise<Offered[]> {
  const inCart = new Set(lines.map(({ id }) => id));
  const newest = [...inCart].filter((id) => isUuid(id)).slice(-2);
  if (newest.length === 0) return [];
  const query = new URLSearchParams({
    select: 'related:related_products(id,name,slug,price,weight_type,buyable,image_url)',
    id: `in.(${newest.join()})`,
  });
  try {
    const answer = await fetch(`/rest/v1/products?${query}`, { headers: { apikey } });
    const found = (await answer.json()) as { related: Offered[] }[];
    const each = new Map(found.flatMap(({ related }) => related).map((one) => [one.id, one]));
    return [...each.values()].filter(({ id, buyable }) => buyable && !inCart.has(id)).slice(0, 3);
  } catch {
    // The cart works without them.
    return [];
  }
}
