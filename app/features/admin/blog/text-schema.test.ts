import { expect, it } from 'vitest';
import { hasUnsupportedMarkup } from './text-schema.ts';

it.each([
  '<h2>A</h2><p>b <a href="/">c</a><br></p><img src="/a.webp">',
  '<table><thead><tr><th>1</th></tr></thead><tbody><tr><td>2</td></tr></tbody></table>',
])('knows that the editor keeps %s', (html) => expect(hasUnsupportedMarkup(html)).toBe(false));

it.each([
  '<table><caption>A</caption><tr><td>1</td></tr></table>',
  '<figure><img src="/a.webp"></figure>',
  '<h1>A</h1>',
])('knows that it would lose %s', (html) => expect(hasUnsupportedMarkup(html)).toBe(true));
