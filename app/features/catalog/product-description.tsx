import { Link } from '#app/components/ui/link.tsx';
import type { Product } from '#domain/product.ts';
import { describeProduct } from './description.ts';

interface ProductDescriptionProps {
  product: Pick<Product, 'description' | 'tags'>;
}

export function ProductDescription({ product }: ProductDescriptionProps) {
  const parts = describeProduct(product.description);
  const intro = parts.filter(({ title }) => !title);
  const details = parts.filter(({ title }) => title);
  return (
    <section aria-label="Description" className="mt-16 border-t border-line pt-12 lg:mt-24">
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[1fr_1.4fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          {intro.map(({ text }, index) => (
            <p
              key={text}
              className={
                index === 0 ? 'font-display text-display-sm leading-normal' : 'mt-5 text-ink-soft'
              }
            >
              {text}
            </p>
          ))}
          {product.tags.length > 0 ? (
            <ul aria-label="Tags" className="mt-8 flex flex-wrap gap-2">
              {product.tags.map((tag) => (
                <li key={tag}>
                  <Link
                    to={`/products?tag=${encodeURIComponent(tag)}`}
                    className="inline-block rounded-sm border border-line-strong px-2.5 py-1 text-xs wrap-anywhere hover:border-ink"
                  >
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div>
          <dl className="space-y-7">
            {details.map(({ title, text }) => (
              <div key={title} className="grid gap-x-8 gap-y-1.5 sm:grid-cols-[9rem_1fr]">
                <dt className="font-semibold wrap-anywhere">{title}</dt>
                <dd className="max-w-prose text-ink-soft">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
