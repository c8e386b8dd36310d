import { Emphasis } from '#app/components/page/emphasis.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import type { TextSection } from '#domain/texts/text-field.ts';

export function WhyChooseUs({
  title,
  reasons,
}: {
  title: string;
  reasons: readonly TextSection[];
}) {
  return (
    <section aria-labelledby="why-title" className="page-width py-14 lg:py-24">
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h2 id="why-title" className="text-display">
            <Emphasis text={title} />
          </h2>
          <Picture
            src="/media/resin-macro-1600.webp"
            alt="Glossy black-brown shilajit resin folding over itself"
            sizes="(min-width: 64rem) 38vw, 94vw"
            width={1600}
            height={1000}
            className="mt-6 aspect-[16/9] w-full rounded-md object-cover lg:mt-10 lg:aspect-[4/3]"
          />
        </div>
        <ol className="border-t border-ink">
          {reasons.map(({ heading, text }, index) => (
            <li
              key={heading}
              className="grid grid-cols-[2.5rem_1fr] gap-x-4 border-b border-line py-5 md:grid-cols-[4rem_1fr] lg:py-9"
            >
              <span aria-hidden="true" className="font-display text-display-sm text-saffron-ink">
                {index + 1}
              </span>
              <div>
                <h3 className="text-display-sm">{heading}</h3>
                <p className="mt-1 max-w-prose text-sm text-ink-soft md:mt-2 md:text-base">
                  {text}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
