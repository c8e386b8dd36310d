import { Emphasis } from '#app/components/page/emphasis.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import type { TextsOf } from '#domain/texts/site-texts.ts';

type HeroWords = Pick<TextsOf<'home'>, 'hero_title' | 'hero_text' | 'hero_shop' | 'hero_verify'>;

/** What we sell and why to trust it, over a picture of the jar on its rock. */
export function Hero({ words }: { words: HeroWords }) {
  return (
    <section className="hero">
      <Picture
        src="/media/hero-wide-2000.webp"
        alt="A jar of shilajit resin on a stone before Himalayan ridges in morning haze"
        sizes="(min-width: 48rem) 100vw, 240vw"
        width={2000}
        height={1250}
        priority
        className="hero-picture"
      />
      <div className="page-width relative flex min-h-[inherit] flex-col justify-between pt-7 pb-5 md:justify-center md:py-16">
        <div className="max-w-[36rem]">
          <h1 className="text-display-lg">
            <Emphasis text={words.hero_title} />
          </h1>
          <p className="mt-4 max-w-[26rem] text-base md:mt-6 md:text-lg">{words.hero_text}</p>
        </div>
        <p className="flex flex-wrap gap-3 md:mt-10">
          <ButtonLink
            to="/products"
            size="lg"
            className="grow whitespace-nowrap px-3 text-sm md:grow-0 md:px-7 md:text-base"
          >
            {words.hero_shop}
          </ButtonLink>
          <ButtonLink
            to="/validity"
            size="lg"
            variant="light"
            className="grow whitespace-nowrap px-3 text-sm md:grow-0 md:px-7 md:text-base"
          >
            {words.hero_verify}
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}
