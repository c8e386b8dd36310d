import { PageIntro } from '#app/components/page/page-intro.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Picture } from '#app/components/ui/picture.tsx';

const chapters = [
  {
    title: 'Our mission',
    paragraphs: [
      'Shilajit has been collected in the Himalaya for centuries, and copied for almost as long. We started this shop because it was easier to buy a jar than to find out what was in it.',
      'So we set ourselves one task: to sell shilajit that anyone can check, from the rock it came from to the number on the lid.',
    ],
  },
  {
    title: 'Our products',
    paragraphs: [
      'We make resin and drops, and little else. The resin is shilajit and nothing but shilajit, cleaned with water, cotton, paper and time. The drops are the same resin, already dissolved. Where we add something, saffron, honey or a root, its name stands on the front.',
      'We make no promises about health. We tell you where a jar comes from, how it is cleaned, how it tastes and how to take it.',
    ],
  },
  {
    title: 'Our quality',
    paragraphs: [
      'An independent laboratory measures every batch for lead, arsenic, cadmium and mercury, for yeasts, molds and bacteria, and for its fulvic acid content. A batch that does not pass is not filled.',
      'Each bottle has a unique batch number. Enter it on the validity page and you know whether it left our workshop.',
    ],
  },
  {
    title: 'Sustainability',
    paragraphs: [
      'A rock face takes years to recover. Our collectors leave every other ledge untouched, and we stop when the season’s quota is reached, even when we could sell more.',
      'Jars and bottles are glass, more than half of it recycled. Packages ship without plastic, and the cooperative owns a share of every jar.',
    ],
  },
];

export function About() {
  return (
    <div className="page-width pt-4 pb-24">
      <PageIntro
        label="About"
        to="/about"
        title={
          <>
            Shilajit that you <em>can check</em>
          </>
        }
      >
        <p>
          A small company with one raw material, eleven families who collect it, and a laboratory
          that may say no.
        </p>
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
        {chapters.map(({ title, paragraphs }) => (
          <section
            key={title}
            className="grid gap-x-16 gap-y-4 border-b border-line py-12 lg:grid-cols-[1fr_1.6fr] lg:py-16"
          >
            <h2 className="text-display">{title}</h2>
            <div className="max-w-prose space-y-4 text-ink-soft">
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
        ))}
      </div>
      <p className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to="/products" size="lg">
          See the products
        </ButtonLink>
        <ButtonLink to="/contact" size="lg" variant="secondary">
          Write to us
        </ButtonLink>
      </p>
    </div>
  );
}
