import { ButtonLink } from '#app/components/ui/button.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { formatMoney } from '#domain/money.ts';
import { containerName } from '#domain/product.ts';
import type { StartHereProduct } from './read-home.ts';

/** The owner's suggestion for people who do not know where to begin. */
export function StartHere({ product, label }: { product: StartHereProduct | null; label: string }) {
  if (!product) return null;
  const { name, path, priceCents, weight, image, imageAlt, imageFocus, lead } = product;
  return (
    <section aria-labelledby="start-title" className="bg-bone-deep">
      <div className="start-here page-width">
        <Picture
          src={image}
          alt={imageAlt ?? name}
          focus={imageFocus}
          sizes="(min-width: 48rem) 18rem, 7rem"
          width={960}
          height={960}
          className="aspect-square w-full rounded-md bg-stone object-cover"
        />
        <div>
          <p className="eyebrow text-saffron-ink">{label}</p>
          <h2 id="start-title" className="mt-1 text-display-sm md:text-display">
            {name}
          </h2>
          <p className="mt-1 text-sm">
            <span className="font-semibold">{formatMoney(priceCents)}</span> · {weight}
          </p>
        </div>
        <p className="max-w-prose text-sm text-ink-soft md:text-base">{lead}</p>
        <ButtonLink to={path} size="lg">
          See this {containerName(weight)}
        </ButtonLink>
      </div>
    </section>
  );
}
