import { expect, it } from 'vitest';
import {
  describeChangedResults,
  emptyResult,
  mergeResults,
  type ResultRow,
} from './result-values.ts';

const row = (analyte: string, value: string, changes: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyResult,
  ...{ analyte, value, is_stored: true, ...changes },
});
const valuesOf = ({ rows }: { rows: readonly ResultRow[] }) =>
  rows.map(
    ({ analyte, value, is_stored }) => `${analyte} ${value} ${is_stored ? 'stored' : 'new'}`,
  );

const opened = { rows: [row('lead', '4'), row('tin', '1'), row('zinc', '1'), row('nickel', '1')] };

it('puts what was changed, added and removed here into what somebody else has saved', () => {
  const mine = {
    rows: [
      row('lead', '4'),
      row('Tin', '2'),
      row('zinc', '1'),
      row('mercury', '3', { is_stored: false }),
    ],
  };
  const theirs = {
    rows: [row('lead', '6'), row('tin', '1'), row('nickel', '1'), row('copper', '1')],
  };
  expect(valuesOf(mergeResults(opened, mine, theirs))).toEqual([
    'lead 6 stored',
    'Tin 2 stored',
    'copper 1 stored',
    'mercury 3 new',
  ]);
  expect(describeChangedResults(opened, theirs)).toEqual(['lead', 'zinc', 'copper']);
});

it('brings back what was removed here once somebody else has changed it', () => {
  const theirs = { rows: [row('lead', '6'), ...opened.rows.slice(1)] };
  expect(valuesOf(mergeResults(opened, { rows: opened.rows.slice(1) }, theirs))).toContain(
    'lead 6 stored',
  );
});

it('ignores differences in how a number is written', () => {
  expect(
    describeChangedResults({ rows: [row('lead', '0.10')] }, { rows: [row('lead', '0.1')] }),
  ).toEqual([]);
});
