import { useEffect, useState } from 'react';
import { Link } from '#app/components/ui/link.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { productPath } from '#domain/product.ts';

interface ShownProduct {
  id: string;
  name: string;
  slug: string | null;
  price: number;
  weight_type: string;
  image_url: string;
}

const shown = 3;
const query = new URLSearchParams({
  select: 'id,name,slug,price,weight_type,image_url',
  buyable: 'is.true',
  order: 'name',
  limit: String(shown),
});

/**
 * Three products that can be bought. Loaded in the browser, because missing pages are mostly
 * requested by bots, which should cost no query. Space is reserved for them, so that nothing
 * shifts.
 */
export default function SomeProducts() {
  const { publishableKey } = useShop();
  const [products, setProducts] = useState<readonly (ShownProduct | null)[]>(
    Array.from({ length: shown }, () => null),
  );
  useEffect(() => {
    let left = false;
    fetch(`/rest/v1/products?${query}`, { headers: { apikey: publishableKey } })
      .then((answer) => (answer.ok ? (answer.json() as Promise<ShownProduct[]>) : []))
      .catch(() => [])
      .then((found) => left || setProducts(found));
    return () => {
      left = true;
    };
  }, [publishableKey]);
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {products.map((product, index) => (
        <li
          key={product?.id ?? index}
          className="relative flex h-26 items-center gap-4 rounded-md border border-line bg-paper p-3"
        >
          {product ? (
            <>
              <Picture
                src={product.image_url}
                alt=""
                sizes="80px"
                width={80}
                height={80}
                className="size-20 shrink-0 rounded-sm bg-stone object-cover"
              />
              <p className="min-w-0 text-sm">
                <Link
                  to={productPath(product)}
                  prefetch="intent"
                  className="line-clamp-2 font-semibold after:absolute after:inset-0 after:content-[''] hover:underline"
                >
                  {product.name}
                </Link>
                <span className="text-ink-soft">
                  {formatMoney(toCents(product.price))} · {product.weight_type}
                </span>
              </p>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
