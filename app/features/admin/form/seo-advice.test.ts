import { expect, it } from 'vitest';
import { adviseKeywords, adviseLength } from './seo-advice.ts';

it.each([
  ['title', 42, '42 of 50–60 characters: 8 more recommended.'],
  ['title', 50, '50 of 50–60 characters: a good length.'],
  ['title', 60, '60 of 50–60 characters: a good length.'],
  ['title', 61, '61 of 50–60 characters: 1 may be cut off.'],
  ['description', 155, '155 of 150–160 characters: a good length.'],
] as const)('a %s of %i characters: %s', (kind, length, advice) => {
  expect(adviseLength(kind, 'x'.repeat(length))).toBe(advice);
});

it('keywords are counted by their commas and should include the brand', () => {
  expect(adviseKeywords('Liv Fit, resin', 'Liv Fit')).toBe('2 keywords, separated by commas.');
  expect(adviseKeywords('resin,', 'Liv Fit')).toBe(
    '1 keyword, separated by commas. They should include Liv Fit.',
  );
});
