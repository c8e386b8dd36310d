import { Emphasis } from '#app/components/page/emphasis.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import type { TextsOf } from '#domain/texts/site-texts.ts';

type VerifyWords = Pick<TextsOf<'home'>, 'verify_title' | 'verify_text' | 'verify_button'>;

/** Why there is a number on the lid, and where to check it. */
export function VerifyPromo({ words }: { words: VerifyWords }) {
  return (
    <section aria-labelledby="verify-title" className="on-dark bg-pine text-bone">
      <div className="grid lg:grid-cols-2">
        <Picture
          src="/media/lid-batch-1200.webp"
          alt="A dark jar lid, laser-printed with the batch number SH2041"
          sizes="(min-width: 64rem) 50vw, 100vw"
          width={1200}
          height={1200}
          className="aspect-[16/10] w-full object-cover lg:aspect-auto lg:h-full lg:min-h-[34rem]"
        />
        <div className="flex flex-col justify-center px-[clamp(1.125rem,4vw,5rem)] py-10 lg:py-16">
          <h2 id="verify-title" className="text-display">
            <Emphasis text={words.verify_title} />
          </h2>
          <p className="mt-4 max-w-md text-stone lg:mt-6 lg:text-lg">{words.verify_text}</p>
          <p className="mt-6 lg:mt-9">
            <ButtonLink to="/validity" size="lg" variant="light">
              {words.verify_button}
            </ButtonLink>
          </p>
        </div>
      </div>
    </section>
  );
}
