import { ButtonLink } from '#app/components/ui/button.tsx';
import { Picture } from '#app/components/ui/picture.tsx';

/** The empty cart page, with links to continue. */
export function EmptyCart() {
  return (
    <div className="grid overflow-hidden rounded-md bg-paper md:grid-cols-2">
      <div className="flex flex-col items-start justify-center gap-6 p-8 sm:p-12">
        <p className="font-display text-display">Your cart is empty</p>
        <p className="max-w-prose text-ink-soft">
          Resin in jars and drops in bottles: anything you add will be here when you come back.
        </p>
        <ButtonLink to="/products" size="lg">
          Browse Products
        </ButtonLink>
      </div>
      <Picture
        src="/media/pure-himalayan-shilajit-resin-30g-2-960.webp"
        alt=""
        sizes="(min-width: 48rem) 40rem, 100vw"
        width={960}
        height={960}
        className="aspect-[3/2] w-full bg-stone object-cover md:aspect-square md:max-h-[30rem]"
      />
    </div>
  );
}
