import { expect, it } from 'vitest';
import { webUrl } from './web-url.ts';

it.each([
  ['', ''],
  ['www.a.example', 'https://www.a.example'],
  [' http://a.example/x ', 'http://a.example/x'],
])('%j becomes %j', (typed, kept) => {
  expect(webUrl.parse(typed)).toBe(kept);
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'nonsense', 'https://'])(
  '%s is refused',
  (typed) => {
    expect(webUrl.safeParse(typed).success).toBe(false);
  },
);
