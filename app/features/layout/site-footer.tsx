import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { PostalParty } from '#domain/settings.ts';

const links = [
  { to: '/products', label: 'Products' },
  { to: '/blog', label: 'Blog' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/validity', label: 'Verify your bottle' },
];

const rules = [
  { to: '/shipping-and-returns', label: 'Shipping and returns' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms of sale' },
];

export function SiteFooter() {
  const { site } = useShop();
  return (
    <footer className="on-dark bg-pine text-bone">
      <div className="page-width py-16 lg:py-20">
        <div className="grid gap-12 md:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1.2fr_1.2fr]">
          <div>
            <p className="font-display text-display">{site.brand}</p>
            <p className="mt-3 max-w-xs font-display text-lg text-stone italic">{site.tagline}.</p>
            <p className="mt-6 text-sm">
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
          <nav aria-label="Footer">
            <ul>
              {links.map(({ to, label }) => (
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
          <Party title="Manufactured by" party={site.manufacturer} />
          <Party title="Distributed by" party={site.distributor} />
        </div>
        <div className="mt-14 space-y-4 border-t border-bone/25 pt-8 text-xs text-stone">
          <p className="max-w-3xl">
            {site.legalNotice}{' '}
            <Link to="/validity" className="text-link inline-block py-1 text-bone">
              Verify your bottle
            </Link>
          </p>
          <p className="max-w-3xl">{site.fdaDisclaimer}</p>
          <ul className="flex flex-wrap items-center gap-x-6">
            <li>© {site.brand}</li>
            {rules.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  prefetch="intent"
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
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
