import { expect, it } from 'vitest';
import { normalizeLink } from './normalize-link.ts';

it.each([
  ['/validity', '/validity'],
  ['#batch', '#batch'],
  ['a.example/b', 'https://a.example/b'],
  ['mailto:care@livfit.example', 'mailto:care@livfit.example'],
])('%s leads to %s', (typed, address) => expect(normalizeLink(typed)).toBe(address));

it.each([
  '',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'word',
])('%j leads nowhere', (typed) => expect(normalizeLink(typed)).toBeNull());
