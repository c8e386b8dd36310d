import { expect, it } from 'vitest';
import { generateCodes } from './random-codes.ts';

it('makes as many different codes as asked for, each with prefix and digits', () => {
  const codes = generateCodes({ prefix: 'SH', digits: 6, count: 5000 });
  expect(new Set(codes).size).toBe(5000);
  expect(codes.every((code) => /^SH\d{6}$/.test(code))).toBe(true);
});

it('keeps leading zeros', () => {
  const zeros = (values: Uint32Array) => values.fill(7);
  expect(generateCodes({ prefix: 'SH', digits: 4, count: 1 }, zeros)).toEqual(['SH0007']);
});

it('says when so many codes do not exist', () => {
  expect(() => generateCodes({ prefix: 'SH', digits: 4, count: 6000 })).toThrow('too few');
});
