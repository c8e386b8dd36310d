import { expect, it } from 'vitest';
import { relatedPosts } from './related-posts.ts';

const post = (slug: string, title: string, seo_keywords: string | null = null) => ({
  slug,
  title,
  seo_keywords,
});

it('puts posts on the same subject first, then the newest, and never the post itself', () => {
  const own = post('own', 'Measuring resin', 'spoon');
  const others = [
    post('newest', 'A summer in Spiti'),
    own,
    post('near', 'Keeping resin well'),
    post('nearest', 'The resin spoon'),
  ];
  expect(relatedPosts(own, others, 2).map(({ slug }) => slug)).toEqual(['nearest', 'near']);
  expect(relatedPosts(own, others, 9).map(({ slug }) => slug)).toEqual([
    'nearest',
    'near',
    'newest',
  ]);
});
