import { expect, it } from 'vitest';
import { readingMinutes } from './reading-time.ts';

it.each([
  ['', 1],
  ['<p>One two three</p>', 1],
  [`<p>${'word '.repeat(660)}</p><img alt="not read">`, 3],
])('counts words, not tags (%#)', (html, minutes) => {
  expect(readingMinutes(html)).toBe(minutes);
});
