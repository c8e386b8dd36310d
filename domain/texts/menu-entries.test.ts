import { expect, it } from 'vitest';
import { findMenuProblem, readMenu } from './menu-entries.ts';
import { textsOf } from './site-texts.ts';

it('reads an entry a line, in their order', () => {
  const written =
    'Our story: /about\n\n  Q: what is it? : /blog/what-is-it \nPress:https://press.example/a:b';
  expect(findMenuProblem(written)).toBeNull();
  expect(readMenu(written)).toEqual([
    { label: 'Our story', to: '/about' },
    { label: 'Q: what is it?', to: '/blog/what-is-it' },
    { label: 'Press', to: 'https://press.example/a:b' },
  ]);
  expect(readMenu(' \n')).toBeNull();
});

it.each([
  'About',
  'About: about',
  ': /about',
  'About: //elsewhere.example',
  'About: /\\elsewhere.example',
  'About: http://elsewhere.example',
  'About: javascript:alert(1)',
  'About: /a b',
  'One: /a\nTwo: /a',
  `${'x'.repeat(61)}: /a`,
  Array.from({ length: 13 }, (_, index) => `E: /${index}`).join('\n'),
])('refuses %j, and shows the own entries instead', (written) => {
  expect(findMenuProblem(written)).toBeTypeOf('string');
  expect(textsOf('layout', { main_menu: written }).main_menu).toBe('');
});
