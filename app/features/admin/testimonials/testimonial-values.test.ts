import { expect, it } from 'vitest';
import { emptyTestimonial, testimonialValues, toTestimonialRow } from './testimonial-values.ts';

const said = { ...emptyTestimonial, name: 'Maya', content: 'Good.' };

it('needs a name and words', () => {
  expect(testimonialValues.safeParse(said).success).toBe(true);
  expect(testimonialValues.safeParse({ ...said, name: ' ' }).success).toBe(false);
  expect(testimonialValues.safeParse({ ...said, content: ' ' }).success).toBe(false);
});

it('needs the file of the medium that was chosen', () => {
  const video = { ...said, media_type: 'video' as const };
  expect(testimonialValues.safeParse(video).error?.issues[0]?.path).toEqual(['media_url']);
  expect(testimonialValues.safeParse({ ...video, media_url: '/a.mp4' }).success).toBe(true);
});

it('keeps no address of a medium that was chosen away', () => {
  expect(toTestimonialRow({ ...said, media_url: '/a.mp4' })).toMatchObject({
    rating: 5,
    media_type: 'none',
    media_url: null,
    title: null,
  });
});
