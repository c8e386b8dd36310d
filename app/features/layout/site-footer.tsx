import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { PostalParty } from '#domain/settings.ts';

const links = ['products', 'blog', 'about', 'contact'] as const;

const rules = [
  { to: '/shipping-and-returns', label: 'shipping_and_returns' },
  { to: '/privacy', label: 'privacy' },
  { to: '/terms', label: 'terms' },
] as const;

export function SiteFooter() {
  const { site, words, menus } = useShop();
  const entries = menus.footer ?? [
    ...links.map((name) => ({ to: `/${name}`, label: words[name] })),
    { to: '/validity', label: words.verify },
    { to: '/recalls', label: words.recalls },
  ];
  return (
    <footer className="on-dark bg-pine text-bone">
      <div className="page-width py-10 lg:py-20">
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 md:gap-12 lg:grid-cols-[1.6fr_1fr_1.2fr_1.2fr]">
          <div className="max-md:col-span-2">
            <p className="font-display text-display">{site.brand}</p>
            <p className="mt-3 max-w-xs font-display text-lg text-stone italic">{site.tagline}.</p>
            <p className="mt-3 text-sm md:mt-6">
              <a
                className="text-link inline-flex min-h-11 items-center"
                href={`mailto:${site.email}`}
              >
                {site.email}
              </a>
              <br />
              <a
                className="text-link inline-flex min-h-11 items-center"
                href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}
              >
                {site.phone}
              </a>
            </p>
          </div>
          <nav aria-label="Footer" className="max-md:col-span-2">
            <ul className="max-md:columns-2">
              {entries.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    prefetch="intent"
                    className="inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Party title={words.manufactured_by} party={site.manufacturer} />
          <Party title={words.distributed_by} party={site.distributor} />
        </div>
        <div className="mt-10 space-y-4 md:mt-14 border-t border-bone/25 pt-6 text-xs text-stone">
          <p className="max-w-3xl">
            {site.legalNotice}{' '}
            <Link
              to="/validity"
              className="text-link -my-2.5 inline-flex min-h-11 items-center text-bone"
            >
              {words.verify}
            </Link>
          </p>
          <p className="max-w-3xl">{site.fdaDisclaimer}</p>
          <LegalLine />
        </div>
      </div>
    </footer>
  );
}

/** Below the checkout: only the legal links. */
export function CheckoutFooter() {
  return (
    <footer className="border-t border-line text-xs text-ink-soft">
      <div className="page-width py-3">
        <LegalLine />
      </div>
    </footer>
  );
}

function LegalLine() {
  const { site, words } = useShop();
  return (
    <ul className="flex flex-wrap items-center gap-x-6">
      <li>© {site.brand}</li>
      {rules.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            prefetch="intent"
            className="inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline"
          >
            {words[label]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Party({ title, party }: { title: string; party: PostalParty }) {
  return (
    <div className="text-sm">
      <h2 className="font-sans font-semibold">{title}</h2>
      <address className="mt-3 text-stone not-italic">
        {party.name}
        {party.lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </div>
  );
}
