import { describe, expect, it } from 'vitest';
import { slugify, slugifyTitle, uniqueSlug } from './slug.ts';

describe('slug', () => {
  it.each([
    ['Pure Himalayan Shilajit Resin 30g', 'pure-himalayan-shilajit-resin-30g'],
    ['  Gold & Saffron — Resin!  ', 'gold-saffron-resin'],
    ['Śilājīt', 'silajit'],
    ['---', ''],
    ['A__B', 'a-b'],
  ])('%s → %s', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it('numbers the second and later of one name', () => {
    expect(uniqueSlug('resin', new Set())).toBe('resin');
    expect(uniqueSlug('resin', new Set(['resin']))).toBe('resin-2');
    expect(uniqueSlug('resin', new Set(['resin', 'resin-2']))).toBe('resin-3');
  });
});

it.each([
  ['How to check a jar?', 'how-to-check-a-jar'],
  ['  Two   words ', 'two-words'],
  ['A - B', 'a---b'],
  ['Śilājīt & you', 'silajit-you'],
  ['???', ''],
])('the title %j becomes %j', (title, slug) => {
  expect(slugifyTitle(title)).toBe(slug);
});
