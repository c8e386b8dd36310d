import { expect, it } from 'vitest';
import { createSiteOrigin } from './site-origin.ts';

it('keeps a public origin whatever Host says', () => {
  const origin = createSiteOrigin('https://livfit.example', 'http://127.0.0.1:3000');
  expect(origin.of('evil.example')).toBe('https://livfit.example');
  expect(origin.of('127.0.0.1:3000')).toBe('https://livfit.example');
});

it('follows the loopback name a visitor used, and nothing else', () => {
  const origin = createSiteOrigin(null, 'http://127.0.0.1:3000');
  expect(origin.of('localhost:3000')).toBe('http://localhost:3000');
  expect(origin.of('[::1]:3000')).toBe('http://[::1]:3000');
  expect(origin.of('evil.example')).toBe('http://127.0.0.1:3000');
  expect(origin.known('evil.example')).toBeNull();
  expect(origin.of(undefined)).toBe('http://127.0.0.1:3000');
});
