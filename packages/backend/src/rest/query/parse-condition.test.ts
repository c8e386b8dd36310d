import { describe, expect, it } from 'vitest';
import { parseFilter, parseLogic } from './parse-condition.ts';
import { SyntaxFailure } from './scanner.ts';

const field = { name: 'x', path: [] };
const operationOf = (text: string) => parseFilter(field, text).operation;

describe('parseFilter', () => {
  it.each(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])(
    '%s',
    (operator) => {
      expect(operationOf(`${operator}.a.b,c`)).toEqual({
        kind: 'compare',
        operator,
        value: 'a.b,c',
      });
    },
  );

  it.each(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'])('%s', (operator) => {
    expect(operationOf(`${operator}.{1,2}`)).toEqual({ kind: 'compare', operator, value: '{1,2}' });
  });

  it('reads any and all', () => {
    expect(operationOf('like(any).{a*,b*}')).toMatchObject({ quantifier: 'any', value: '{a*,b*}' });
    expect(operationOf('eq(all).{1}')).toMatchObject({ operator: 'eq', quantifier: 'all' });
  });

  it('reads lists with quoted members', () => {
    const values = (text: string) => operationOf(text);
    expect(values('in.(1,2)')).toEqual({ kind: 'in', values: ['1', '2'] });
    expect(values('in.("a,b","c\\"d",e"f)')).toEqual({ kind: 'in', values: ['a,b', 'c"d', 'e"f'] });
    expect(values('in.("a"b,c)')).toEqual({ kind: 'in', values: ['"a"b', 'c'] });
    expect(values('in.()')).toEqual({ kind: 'in', values: [''] });
  });

  it('reads is in any case, isdistinct and not', () => {
    expect(operationOf('is.NULL')).toEqual({ kind: 'is', value: 'null' });
    expect(operationOf('is.not_null')).toEqual({ kind: 'is', value: 'not_null' });
    expect(operationOf('isdistinct.1')).toEqual({ kind: 'isdistinct', value: '1' });
    expect(parseFilter(field, 'not.in.(1)')).toMatchObject({ negated: true });
  });

  it('reads full text search with a language', () => {
    expect(operationOf('wfts(english).fat "cat"')).toEqual({
      kind: 'fullText',
      operator: 'wfts',
      language: 'english',
      value: 'fat "cat"',
    });
  });

  it.each([
    '',
    'eq',
    'noop.1',
    'eq().1',
    'eq(some).1',
    'is.nothing',
    'is.nullx',
    'in.1,2',
    'in.(1',
    'in.(1)x',
    'not.not.eq.1',
    'EQ.1',
    'neq(any).1',
    'constructor.1',
  ])('refuses %s', (text) => {
    expect(() => parseFilter(field, text)).toThrow(SyntaxFailure);
  });
});

describe('parseLogic', () => {
  it('reads trees', () => {
    expect(parseLogic('or', false, '(id.eq.1, not.and(name.like."a,)b", tags.cs.{1,2}))')).toEqual({
      kind: 'group',
      operator: 'or',
      negated: false,
      members: [
        {
          kind: 'filter',
          field: { name: 'id', path: [] },
          negated: false,
          operation: { kind: 'compare', operator: 'eq', value: '1' },
        },
        {
          kind: 'group',
          operator: 'and',
          negated: true,
          members: [
            {
              kind: 'filter',
              field: { name: 'name', path: [] },
              negated: false,
              operation: { kind: 'compare', operator: 'like', value: 'a,)b' },
            },
            {
              kind: 'filter',
              field: { name: 'tags', path: [] },
              negated: false,
              operation: { kind: 'compare', operator: 'cs', value: '{1,2}' },
            },
          ],
        },
      ],
    });
  });

  it('distinguishes columns from keywords of the grammar', () => {
    expect(
      parseLogic('and', false, '(or.eq.1,data->and->>0.not.is.null,in.in.(a,b))'),
    ).toMatchObject({
      members: [
        { kind: 'filter', field: { name: 'or' } },
        { kind: 'filter', negated: true, field: { name: 'data' } },
        { kind: 'filter', field: { name: 'in' }, operation: { values: ['a', 'b'] } },
      ],
    });
  });

  it.each([
    '',
    '()',
    'id.eq.1',
    '(id.eq.1',
    '(id.eq.1))',
    '(id.eq.1,)',
    '(or())',
    '(id)',
    '(id.eq)',
    '(xor(id.eq.1))',
  ])('refuses %s', (text) => {
    expect(() => parseLogic('or', false, text)).toThrow(SyntaxFailure);
  });

  it('refuses groups nested too deeply', () => {
    const deep = `${'(and'.repeat(500)}(id.eq.1)${')'.repeat(500)}`;
    expect(() => parseLogic('or', false, deep)).toThrow(SyntaxFailure);
  });
});
