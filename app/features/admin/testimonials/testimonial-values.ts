import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export const ratings = ['5', '4', '3', '2', '1'] as const;
const mediaTypes = ['none', 'image', 'video'] as const;

/** Requirements §5.6: name, rating and content are required; the rating is 1 to 5. */
export const testimonialValues = z
  .object({
    name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
    title: z.string().trim().max(200, 'At most 200 characters.'),
    content: z
      .string()
      .trim()
      .min(1, 'Enter what was said.')
      .max(5000, 'At most 5,000 characters.'),
    rating: z.enum(ratings),
    image_url: z.string(),
    media_type: z.enum(mediaTypes),
    media_url: z.string(),
    active: z.boolean(),
  })
  .refine(({ media_type, media_url }) => media_type === 'none' || media_url !== '', {
    path: ['media_url'],
    message: 'Add the file, or choose "None".',
  });
export type TestimonialValues = z.infer<typeof testimonialValues>;

export const emptyTestimonial: TestimonialValues = {
  name: '',
  title: '',
  content: '',
  rating: '5',
  image_url: '',
  media_type: 'none',
  media_url: '',
  active: true,
};

export function toTestimonialValues(row: RowOf<'testimonials'>): TestimonialValues {
  return {
    name: row.name,
    title: row.title ?? '',
    content: row.content,
    rating: ratings.find((each) => each === String(row.rating)) ?? '5',
    image_url: row.image_url ?? '',
    media_type: mediaTypes.find((each) => each === row.media_type) ?? 'none',
    media_url: row.media_url ?? '',
    active: row.active,
  };
}

/** When the kind of media changes, the other kind's URL is cleared. */
export function toTestimonialRow(values: TestimonialValues) {
  return {
    ...values,
    title: values.title || null,
    rating: Number(values.rating),
    image_url: values.image_url || null,
    media_url: values.media_type === 'none' ? null : values.media_url,
  };
}
