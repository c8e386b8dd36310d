import { Emphasis } from '#app/components/page/emphasis.tsx';
import { PageIntro } from '#app/components/page/page-intro.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import type { TextsOf } from '#domain/texts/site-texts.ts';
import { readParagraphs, type TextSection } from '#domain/texts/text-field.ts';

type AboutWords = Pick<TextsOf<'about'>, 'title' | 'intro' | 'products_button' | 'contact_button'>;

export function About({
  words,
  chapters,
}: {
  words: AboutWords;
  chapters: readonly TextSection[];
}) {
  return (
    <div className="page-width pt-4 pb-24">
      <PageIntro label="About" to="/about" title={<Emphasis text={words.title} />}>
        <p>{words.intro}</p>
      </PageIntro>
      <Picture
        src="/media/hero-wide-2000.webp"
        alt="A jar of shilajit resin on a stone before Himalayan ridges in morning haze"
        sizes="(min-width: 82rem) 76rem, 94vw"
        width={2000}
        height={1250}
        priority
        className="aspect-[4/3] w-full rounded-md object-cover object-[70%_75%] md:aspect-[21/9]"
      />
      <div className="mt-6">
        {chapters.map(({ heading, text }) => (
          <section
            key={heading}
            className="grid gap-x-16 gap-y-4 border-b border-line py-12 lg:grid-cols-[1fr_1.6fr] lg:py-16"
          >
            <h2 className="text-display">{heading}</h2>
            <div className="max-w-prose space-y-4 text-ink-soft">
              {readParagraphs(text).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
        ))}
      </div>
      <p className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to="/products" size="lg">
          {words.products_button}
        </ButtonLink>
        <ButtonLink to="/contact" size="lg" variant="secondary">
          {words.contact_button}
        </ButtonLink>
      </p>
    </div>
  );
}
