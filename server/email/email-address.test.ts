import { expect, it } from 'vitest';
import { isEmailAddress } from './email-address.ts';

it.each(['a@b.example', "o'neil+tag@sub.domain.example", 'x_1-2.3@b-c.example'])(
  'accepts %s',
  (value) => expect(isEmailAddress(value)).toBe(true),
);

it.each([
  '',
  'a',
  'a@b',
  '@b.example',
  'a@b.example\r\nBcc: e@e.example',
  'a@b.example\nBcc: e@e.example',
  'a@b.example\r',
  'a\r@b.example',
  'a@b.example\u0000',
  'a@b.example%0d%0aBcc:e@e.example',
  'a@b.example, e@e.example',
  'a@b.example;e@e.example',
  'A <a@b.example>',
  '<a@b.example>',
  '"a\r\n"@b.example',
  'a@b.example\u2028Bcc: e@e.example',
  ' a@b.example',
  'a@b.example ',
  'a b@c.example',
  'a@[127.0.0.1]',
  `${'a'.repeat(250)}@b.example`,
])('refuses %j', (value) => expect(isEmailAddress(value)).toBe(false));

it('refuses what is megabytes long', () => {
  expect(isEmailAddress(`a@${'b.'.repeat(5_000_000)}`)).toBe(false);
});
