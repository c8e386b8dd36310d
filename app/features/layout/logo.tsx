import { Link } from '#app/components/ui/link.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { useShop } from '#app/lib/use-shop.ts';

/** Mark and wordmark, linked to the home page. */
export function Logo() {
  const { site } = useShop();
  return (
    <Link
      to="/"
      prefetch="intent"
      aria-label={`${site.brand}, home`}
      className="inline-flex min-h-11 items-center gap-2.5"
    >
      {site.logo ? (
        <Picture
          src={site.logo.url}
          alt=""
          sizes="12rem"
          width={site.logo.width}
          height={site.logo.height}
          className="max-h-10 w-auto max-w-44 object-contain sm:max-w-56"
        />
      ) : (
        <>
          {/* The drop of resin with the ridge it comes from, as on every label. */}
          <svg viewBox="10 3 44 59" aria-hidden="true" className="h-8 w-6 shrink-0">
            <path
              d="M32 5C27 14 13 27 13 41a19 19 0 0 0 38 0C51 27 37 14 32 5Z"
              className="fill-saffron"
            />
            <path
              d="M8 53 24.5 33.5l6 7L40 28l18 25"
              className="fill-none stroke-bone"
              strokeWidth="3.2"
              strokeLinejoin="round"
            />
          </svg>
          <span className="font-display text-[1.625rem] leading-none font-[520] tracking-[-0.03em]">
            {site.brand}
          </span>
        </>
      )}
    </Link>
  );
}
