import { expect, it } from 'vitest';
import { emptyTestimonial, testimonialValues, toTestimonialRow } from './testimonial-values.ts';

const said = { ...emptyTestimonial, name: 'Maya', content: 'Good.' };

it('needs a name and words', () => {
  expect(testimonialValues.safeParse(said).success).toBe(true);
  expect(testimonialValues.safeParse({ ...said, name: ' ' }).success).toBe(false);
  expect(testimonialValues.safeParse({ ...said, content: ' ' }).success).toBe(false);
});

it('requires a file for the chosen kind of media', () => {
  const video = { ...said, media_type: 'video' as const };
  expect(testimonialValues.safeParse(video).error?.issues[0]?.path).toEqual(['media_url']);
  expect(testimonialValues.safeParse({ ...video, media_url: '/a.mp4' }).success).toBe(true);
});

it('drops the URL of a kind of media that is no longer chosen', () => {
  expect(toTestimonialRow({ ...said, media_url: '/a.mp4' })).toMatchObject({
    rating: 5,
    media_type: 'none',
    media_url: null,
    title: null,
  });
});
