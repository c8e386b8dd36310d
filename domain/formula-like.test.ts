import { expect, it } from 'vitest';
import { formulaLike } from './formula-like.ts';

it.each([
  ['-50.00', false],
  ['-50.00+1', true],
  ['-1', true],
  ['=1+1', true],
  ['+1 555', true],
  ['@cmd', true],
  ['=1\n+1', true],
  ['Maya', false],
])('takes %s for a formula: %s', (cell, isFormula) => {
  expect(formulaLike.test(cell)).toBe(isFormula);
});
