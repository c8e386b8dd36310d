import { expect, it } from 'vitest';
import { remainingPlaceholders } from './foreign-pictures.ts';

it.each([
  ['<p>Resin</p>', []],
  ['<p>[Image left out: image001.png]</p>', ['[Image left out: image001.png]']],
  [
    '<p>a</p><ul><li><p><strong>[Image left</strong> out: scan[1].png (2)]</p></li></ul>',
    ['[Image left out: scan[1].png (2)]'],
  ],
  [
    '<p>See [Image left out: Jar &amp; &quot;spoon&quot;], or [Image left out: &amp;lt;] here]</p>',
    ['[Image left out: Jar & "spoon"]', '[Image left out: &lt;]'],
  ],
])('finds in %s the words that stand for images', (html, words) => {
  expect(remainingPlaceholders(html)).toEqual(words);
});
