import { expect, it } from 'vitest';
import { formulaLike } from './save-csv.ts';

it.each([
  ['-50.00', false],
  ['-50.00+1', true],
  ['-1', true],
  ['=1+1', true],
  ['+1 555', true],
  ['@cmd', true],
  ['Maya', false],
])('takes %s for a formula: %s', (cell, isFormula) => {
  expect(formulaLike.test(cell)).toBe(isFormula);
});
