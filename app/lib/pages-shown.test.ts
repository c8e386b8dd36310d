import { expect, it } from 'vitest';
import { pagesShown } from './pages-shown.ts';

it.each([
  [1, 0, []],
  [1, 1, [1]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, null, 6]],
  [2, 6, [1, 2, 3, null, 6]],
  [3, 6, [1, 2, 3, 4, null, 6]],
  [4, 6, [1, null, 3, 4, 5, 6]],
  [6, 6, [1, null, 5, 6]],
  [50, 100, [1, null, 49, 50, 51, null, 100]],
])('the pager on page %i of %i shows %j', (current, count, expected) => {
  expect(pagesShown(current, count)).toEqual(expected);
});
