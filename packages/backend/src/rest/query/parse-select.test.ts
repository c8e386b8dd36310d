import { describe, expect, it } from 'vitest';
import { parseSelect } from './parse-select.ts';
import { SyntaxFailure } from './scanner.ts';

const field = (name: string, extra = {}) => ({
  kind: 'field',
  field: { name, path: [] },
  ...extra,
});

describe('parseSelect', () => {
  it.each([
    ['*', [field('*')]],
    ['id, name', [field('id'), field('name')]],
    ['first-name', [field('first-name')]],
    ['"a,b(c"', [field('a,b(c')]],
    ['"say \\"hi\\""', [field('say "hi"')]],
    ['größe', [field('größe')]],
    ['total:amount::text', [field('amount', { alias: 'total', cast: 'text' })]],
    ['amount::double precision', [field('amount', { cast: 'double precision' })]],
    ['count()', [field('*', { aggregate: 'count' })]],
    ['n:count()::text', [field('*', { alias: 'n', aggregate: 'count', aggregateCast: 'text' })]],
    ['amount.sum()', [field('amount', { aggregate: 'sum' })]],
    [
      'a:amount::int.avg()::text',
      [field('amount', { alias: 'a', cast: 'int', aggregate: 'avg', aggregateCast: 'text' })],
    ],
  ])('%s', (text, expected) => {
    expect(parseSelect(text)).toEqual(expected);
  });

  it('reads paths into JSON', () => {
    expect(parseSelect('x:data->a->0->>"b c"::int')).toEqual([
      {
        kind: 'field',
        alias: 'x',
        cast: 'int',
        field: {
          name: 'data',
          path: [
            { arrow: '->', operand: { key: 'a' } },
            { arrow: '->', operand: { index: 0 } },
            { arrow: '->>', operand: { key: 'b c' } },
          ],
        },
      },
    ]);
    expect(parseSelect('data->-1')).toMatchObject([
      { field: { path: [{ operand: { index: -1 } }] } },
    ]);
    expect(parseSelect('data->a-b')).toMatchObject([
      { field: { path: [{ operand: { key: 'a-b' } }] } },
    ]);
    expect(parseSelect('data->12ab')).toMatchObject([
      { field: { path: [{ operand: { key: '12ab' } }] } },
    ]);
  });

  it('reads embedded relations with alias, hint and join', () => {
    expect(
      parseSelect('id,boss:people!films_director_fkey!inner(*,films(id)),...studio!left(city)'),
    ).toEqual([
      field('id'),
      {
        kind: 'relation',
        alias: 'boss',
        relation: 'people',
        hint: 'films_director_fkey',
        join: 'inner',
        spread: false,
        select: [
          field('*'),
          { kind: 'relation', relation: 'films', spread: false, select: [field('id')] },
        ],
      },
      { kind: 'relation', relation: 'studio', join: 'left', spread: true, select: [field('city')] },
    ]);
  });

  it('admits a relation that shows nothing', () => {
    expect(parseSelect('id,films()')).toMatchObject([{}, { kind: 'relation', select: [] }]);
  });

  it.each([
    ['id,', 3],
    ['id)', 2],
    ['films(id', 8],
    ['films(id))', 9],
    ['*!hint', 1],
    ['name!hint', 4],
    ['name::', 6],
    ['"open', 5],
    ['amount.median()', 7],
    ['a->', 3],
    ['...films', 8],
    ['id;drop table x', 2],
    ['name::int)--', 9],
  ])('refuses %s at its place', (text, position) => {
    const failure = expect(() => parseSelect(text));
    failure.toThrow(SyntaxFailure);
    failure.toThrow(expect.objectContaining({ position }));
  });

  it('refuses relations nested too deeply', () => {
    const deep = `${'a('.repeat(30)}id${')'.repeat(30)}`;
    expect(() => parseSelect(deep)).toThrow(SyntaxFailure);
    const wide = Array.from({ length: 60 }, (_, index) => `r${index}(id)`).join(',');
    expect(() => parseSelect(wide)).toThrow(SyntaxFailure);
  });
});
