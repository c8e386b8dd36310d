import { expect, it } from 'vitest';
import { closestToLimits, type ExcerptResult } from './product-proof.ts';

const result = (analyte: string, value: number | null, limit: number | null): ExcerptResult => ({
  ...{ analyte, value, limit, unit: 'µg/g' },
  qualifier: value === null ? 'not detected' : '=',
});

it('an excerpt holds what comes closest to its limit, and nothing without one', () => {
  const results = [
    result('lead', 1, 10),
    result('moisture', 9, null),
    result('Salmonella', null, 0),
    result('arsenic', 6, 30),
    result('cadmium', 5, 10),
  ];
  expect(
    closestToLimits(results, 3).map(({ result: { analyte }, share }) => [analyte, share]),
  ).toEqual([
    ['cadmium', 0.5],
    ['arsenic', 0.2],
    ['lead', 0.1],
  ]);
});
