import { expect, it } from 'vitest';
import { holdsMoreThanText } from './text-schema.ts';

it('knows what the editor keeps', () => {
  expect(holdsMoreThanText('<h2>A</h2><p>b <a href="/">c</a><br></p><img src="/a.webp">')).toBe(
    false,
  );
});

it.each([
  '<table><tr><td>1</td></tr></table>',
  '<figure><img src="/a.webp"></figure>',
  '<h1>A</h1>',
])('knows that it would lose %s', (html) => expect(holdsMoreThanText(html)).toBe(true));
