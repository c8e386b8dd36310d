import { Picture } from '#app/components/ui/picture.tsx';
import type { HomeContent } from './read-home.ts';

/** Partners; renders nothing when there are none. */
export function Partners({ partners }: { partners: HomeContent['partners'] }) {
  if (partners.length === 0) return null;
  return (
    <section aria-labelledby="partners-title" className="page-width py-20 lg:py-28">
      <h2 id="partners-title" className="text-display">
        The people <em>behind</em> it
      </h2>
      <ul className="mt-10 grid gap-x-10 border-t border-line sm:grid-cols-2 lg:grid-cols-4">
        {partners.map(({ id, name, description, logo_url, website_url }) => (
          <li key={id} className="border-b border-line py-6">
            {logo_url ? (
              <Picture
                src={logo_url}
                alt=""
                sizes="160px"
                width={160}
                height={64}
                className="mb-5 h-14 w-40 object-contain object-left"
              />
            ) : null}
            <h3 className="font-sans font-semibold">
              {website_url && /^https?:/i.test(website_url) ? (
                <a href={website_url} rel="noopener" className="text-link">
                  {name}
                </a>
              ) : (
                name
              )}
            </h3>
            {description ? <p className="mt-1.5 text-sm text-ink-soft">{description}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
