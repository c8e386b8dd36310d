import { PageIntro } from '#app/components/page/page-intro.tsx';
import { Link } from '#app/components/ui/link.tsx';

interface LegalProps {
  title: string;
  path: string;
  sections: readonly { heading: string; text: string }[];
  /** Other pages of this kind. */
  others: readonly { title: string; path: string }[];
}

/** A page of plain rules: a table of contents, then each part in full. */
export function Legal({ title, path, sections, others }: LegalProps) {
  return (
    <div className="page-width pt-4 pb-24">
      <PageIntro label={title} to={path} title={title} />
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[1fr_2fr]">
        <nav aria-label="On this page" className="h-fit text-sm lg:sticky lg:top-28">
          <ul className="border-t border-ink">
            {sections.map(({ heading }, index) => (
              <li key={heading} className="border-b border-line">
                <a
                  href={`#part-${index + 1}`}
                  className="flex min-h-11 items-center underline-offset-4 hover:underline"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {sections.map(({ heading, text }, index) => (
            <section key={heading} id={`part-${index + 1}`} className="mb-12 max-w-prose">
              <h2 className="text-display-sm">{heading}</h2>
              {text.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph} className="mt-3 whitespace-pre-line text-ink-soft">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
          <p className="max-w-prose border-t border-line pt-6 text-sm text-ink-soft">
            Is something unclear?{' '}
            <Link to="/contact" prefetch="intent" className="text-link text-ink">
              Write to us
            </Link>
            . See also{' '}
            {others.map(({ title: name, path: to }, index) => (
              <span key={to}>
                {index > 0 ? ' and ' : null}
                <Link to={to} prefetch="intent" className="text-link text-ink">
                  {name}
                </Link>
              </span>
            ))}
            .
          </p>
        </div>
      </div>
    </div>
  );
}
