import { expect, it } from 'vitest';
import { asPrinted } from './validity-code.ts';

it.each([
  ['SH2041', 'SH2041'],
  ['sh2041', 'SH2041'],
  ['Sh 20-41', 'SH2041'],
  ['SH\u00a02041', 'SH2041'],
  ['SH\u20112041', 'SH2041'],
  ['SH–2041', 'SH2041'],
  ['SH_2041', 'SH_2041'],
  ['- -', ''],
])('%j is printed as %j', (typed, printed) => {
  expect(asPrinted(typed)).toBe(printed);
});
