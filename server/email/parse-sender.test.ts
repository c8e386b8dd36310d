import { expect, it } from 'vitest';
import { parseSender } from './parse-sender.ts';

it('reads a name and an address', () => {
  expect(parseSender('Liv Fit <hello@livfit.example>')).toEqual({
    name: 'Liv Fit',
    address: 'hello@livfit.example',
  });
  expect(parseSender('hello@livfit.example').address).toBe('hello@livfit.example');
});

it.each(['', 'Liv Fit', 'a@b.example, c@d.example', 'x <not an address>'])('refuses %j', (text) => {
  expect(() => parseSender(text)).toThrow(/EMAIL_FROM/);
});
