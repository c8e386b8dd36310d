import { Link } from '#app/components/ui/link.tsx';
import type { Product } from '#domain/product.ts';
import { describeProduct } from './description.ts';
import { Disclosure } from './disclosure.tsx';

interface ProductDescriptionProps {
  product: Pick<Product, 'description' | 'tags'>;
  /** Shown beside the text. */
  children?: React.ReactNode;
}

/** What the product is, in a paragraph; everything else is collapsed. */
export function ProductDescription({ product, children }: ProductDescriptionProps) {
  const parts = describeProduct(product.description);
  const [first] = parts;
  const lead = first?.title ? undefined : first;
  const more = parts.filter((part) => !part.title && part !== lead);
  const details = parts.filter((part) => part.title);
  return (
    <section
      aria-label="Description"
      className="mt-10 border-t border-line pt-8 md:mt-16 md:pt-12 lg:mt-24"
    >
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_1.4fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          {lead ? <p className="font-display text-display-sm leading-normal">{lead.text}</p> : null}
          {product.tags.length > 0 ? (
            <ul aria-label="Tags" className="mt-5 -mb-3 flex flex-wrap gap-x-2">
              {product.tags.map((tag) => (
                <li key={tag}>
                  <Link
                    to={`/products?tag=${encodeURIComponent(tag)}`}
                    className="group flex min-h-11 items-center text-xs wrap-anywhere"
                  >
                    <span className="rounded-sm border border-line-strong px-2.5 py-1 group-hover:border-ink">
                      {tag}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
          {children}
        </div>
        {details.length + more.length > 0 ? (
          <div className="border-t border-line">
            {more.length > 0 ? (
              <Disclosure title="More about it">
                {more.map(({ text }) => (
                  <p key={text}>{text}</p>
                ))}
              </Disclosure>
            ) : null}
            {details.map(({ title, text }) => (
              <Disclosure key={title} title={title ?? ''}>
                <p>{text}</p>
              </Disclosure>
            ))}
          </div>
        ) : null}
      </div>
    </section>
  );
}
