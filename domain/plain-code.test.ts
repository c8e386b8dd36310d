import { expect, it } from 'vitest';
import { plainCode } from './plain-code.ts';

it.each([
  ['an invisible character', 'SH2041\u200b', 'SH2041'],
  ['a byte order mark', '\ufeffSH2041', 'SH2041'],
  ['a soft hyphen', 'SH\u00ad2041', 'SH2041'],
  ['another space', 'SH\u00a02041', 'SH 2041'],
  ['a tab and a line break', 'SH\t2041\n', 'SH 2041'],
  ['another hyphen', 'SH\u20132041', 'SH-2041'],
  ['full-width letters', '\uff33\uff28\uff12\uff10\uff14\uff11', 'SH2041'],
])('reads %s as what was meant', (_, typed, meant) => {
  expect(plainCode(typed)).toBe(meant);
});
