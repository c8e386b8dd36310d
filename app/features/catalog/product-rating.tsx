import { StarIcon } from '#app/components/ui/shop-icons.tsx';
import type { SiteFacts } from '#domain/settings.ts';

interface ProductRatingProps {
  rating: SiteFacts['fixedRating'];
  views: number;
}

/** The shop's fixed rating (requirements §2.5) and how often the page was viewed. */
export function ProductRating({ rating, views }: ProductRatingProps) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-ink-soft md:mt-3">
      {rating ? (
        <span className="inline-flex items-center gap-1.5">
          <StarIcon className="size-4 fill-saffron! text-saffron" />
          <span className="font-semibold text-ink">{rating.value}</span>
          <span className="sr-only">out of 5</span>
          <span>({rating.count} reviews)</span>
        </span>
      ) : null}
      {/* Updated in the browser; digits of equal width prevent a layout shift. */}
      <span className="tabular-nums">{views.toLocaleString('en-US')} views</span>
    </p>
  );
}
