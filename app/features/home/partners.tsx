import { Emphasis } from '#app/components/page/emphasis.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import type { HomeContent } from './read-home.ts';

/** Partners; nothing if there are none. */
export function Partners({
  partners,
  title,
}: {
  partners: HomeContent['partners'];
  title: string;
}) {
  if (partners.length === 0) return null;
  return (
    <section aria-labelledby="partners-title" className="page-width py-14 lg:py-24">
      <h2 id="partners-title" className="text-display">
        <Emphasis text={title} />
      </h2>
      <ul className="mt-8 grid grid-cols-2 gap-x-6 border-t border-line lg:mt-10 lg:grid-cols-4 lg:gap-x-10">
        {partners.map(({ id, name, description, logo_url, website_url }) => (
          <li key={id} className="border-b border-line py-5 lg:py-6">
            {logo_url ? (
              <Picture
                src={logo_url}
                alt=""
                sizes="160px"
                width={160}
                height={64}
                className="mb-3 h-10 w-32 object-contain object-left lg:mb-5 lg:h-14 lg:w-40"
              />
            ) : null}
            <h3 className="font-sans text-sm font-semibold lg:text-base">
              {website_url && /^https?:/i.test(website_url) ? (
                <a href={website_url} rel="noopener" className="text-link">
                  {name}
                </a>
              ) : (
                name
              )}
            </h3>
            {description ? (
              <p className="mt-1 text-sm text-ink-soft max-md:hidden">{description}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
