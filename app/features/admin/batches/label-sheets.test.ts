import { expect, it } from 'vitest';
import { toPages } from './label-sheets.ts';

it('fills pages, and begins behind the places that are used up', () => {
  const labels = Array.from({ length: 31 }, (_, index) => index);
  expect(toPages(labels, 30).map(({ length }) => length)).toEqual([30, 1]);
  expect(toPages(labels, 21, 20).map(({ length }) => length)).toEqual([21, 21, 9]);
  expect(toPages([7], 21, 2)).toEqual([[null, null, 7]]);
  expect(toPages([], 30)).toEqual([]);
});
