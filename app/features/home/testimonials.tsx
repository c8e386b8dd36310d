import { Emphasis } from '#app/components/page/emphasis.tsx';
import { StarRating } from '#app/components/star-rating.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { pictureSources } from '#app/lib/picture-sources.ts';
import type { HomeContent } from './read-home.ts';

type Testimonial = HomeContent['testimonials'][number];

/** Customers' quotes in columns of varying heights; nothing if there are none. */
export function Testimonials({
  testimonials,
  title,
}: {
  testimonials: readonly Testimonial[];
  title: string;
}) {
  if (testimonials.length === 0) return null;
  return (
    <section aria-labelledby="testimonials-title" className="bg-bone-deep py-14 lg:py-24">
      <div className="page-width">
        <h2 id="testimonials-title" className="max-w-2xl text-display">
          <Emphasis text={title} />
        </h2>
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls on a phone, so the keyboard must reach it
          tabIndex={0}
          aria-labelledby="testimonials-title"
          className="swipe-row mt-8 gap-x-10 md:columns-2 lg:mt-12 lg:columns-3"
        >
          {testimonials.map((testimonial) => (
            <li
              key={testimonial.id}
              className="break-inside-avoid border-t border-ink pt-5 md:mb-10"
            >
              <StarRating value={testimonial.rating} />
              <blockquote className="mt-3 font-display text-lg leading-snug md:text-display-sm">
                {testimonial.content}
              </blockquote>
              <Media testimonial={testimonial} />
              <p className="mt-5 flex items-center gap-3 text-sm">
                {testimonial.image_url && !hasPoster(testimonial) ? (
                  <Picture
                    src={testimonial.image_url}
                    alt=""
                    sizes="44px"
                    width={44}
                    height={44}
                    className="size-11 rounded-full object-cover"
                  />
                ) : null}
                <span>
                  <span className="block font-semibold">{testimonial.name}</span>
                  {testimonial.title ? (
                    <span className="block text-ink-soft">{testimonial.title}</span>
                  ) : null}
                </span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The person's image is shown until the video is played. */
function hasPoster({ media_type, media_url }: Testimonial): boolean {
  return media_type === 'video' && Boolean(media_url);
}

function Media({ testimonial }: { testimonial: Testimonial }) {
  const { media_type, media_url, image_url, name } = testimonial;
  if (!media_url) return null;
  if (media_type === 'image') {
    return (
      <Picture
        src={media_url}
        alt={`From ${name}`}
        sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 44vw, 92vw"
        width={640}
        height={480}
        className="mt-5 aspect-[4/3] w-full rounded-md bg-stone object-cover"
      />
    );
  }
  if (hasPoster(testimonial)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the words are in the quotation above
      <video
        src={media_url}
        poster={image_url ? pictureSources(image_url).src : undefined}
        width={640}
        height={480}
        controls
        preload="none"
        playsInline
        aria-label={`Video from ${name}`}
        className="mt-5 aspect-[4/3] w-full rounded-md bg-ink object-cover"
      />
    );
  }
  return null;
}
