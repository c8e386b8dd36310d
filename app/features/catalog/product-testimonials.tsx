import { StarRating } from '#app/components/star-rating.tsx';
import type { ProductTestimonial } from './read-testimonials.ts';

/** Testimonials about this product; nothing if there are none. */
export function ProductTestimonials({
  testimonials,
}: {
  testimonials: readonly ProductTestimonial[];
}) {
  if (testimonials.length === 0) return null;
  return (
    <section aria-labelledby="testimonials-title" className="mt-12 md:mt-20">
      <h2 id="testimonials-title" className="mb-6 text-display-sm">
        What people say about it
      </h2>
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {testimonials.map(({ id, name, title, content, rating }) => (
          <li key={id} className="border-t border-ink pt-4">
            <StarRating value={rating} />
            <blockquote className="mt-2 font-display text-lg leading-snug">{content}</blockquote>
            <p className="mt-3 text-sm">
              <span className="block font-semibold">{name}</span>
              {title ? <span className="block text-ink-soft">{title}</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
