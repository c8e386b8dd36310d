import { describe, expect, it } from 'vitest';
import { RestError } from '../respond/rest-error.ts';
import { parseQuery } from './parse-query.ts';

const parse = (text: string, isFunctionRead = false) =>
  parseQuery(new URLSearchParams(text), { isFunctionRead });

function refusal(text: string) {
  try {
    parse(text);
  } catch (error) {
    return (error as RestError).body;
  }
  return null;
}

describe('parseQuery', () => {
  it('puts each parameter in its place', () => {
    const query = parse(
      'select=id,roles(name)&name=eq.x&roles.name=like.a*&roles.order=name.desc&roles.limit=2' +
        '&order=id.asc.nullsfirst,studio(name)&limit=10&offset=5&or=(a.eq.1,b.eq.2)' +
        '&roles.not.and=(c.is.null)&columns=a,"b c"&on_conflict=a,b&data->>k=eq.1',
    );
    expect(query.select).toHaveLength(2);
    expect(query.conditions.map(({ path }) => path)).toEqual([[], ['roles'], [], ['roles'], []]);
    expect(query.conditions[3]?.condition).toMatchObject({ operator: 'and', negated: true });
    expect(query.conditions[4]?.condition).toMatchObject({
      field: { name: 'data', path: [{ arrow: '->>', operand: { key: 'k' } }] },
    });
    expect(query.orders).toEqual([
      {
        path: ['roles'],
        terms: [{ field: { name: 'name', path: [] }, direction: 'desc' }],
      },
      {
        path: [],
        terms: [
          { field: { name: 'id', path: [] }, direction: 'asc', nulls: 'first' },
          { relation: 'studio', field: { name: 'name', path: [] } },
        ],
      },
    ]);
    expect(query.windows).toEqual([
      { path: ['roles'], window: { limit: '2' } },
      { path: [], window: { limit: '10' } },
      { path: [], window: { offset: '5' } },
    ]);
    expect(query.columns).toEqual(['a', 'b c']);
    expect(query.onConflict).toEqual(['a', 'b']);
  });

  it('reads parameters without an operator as arguments of a function call', () => {
    const query = parse('a=1&b=eq.2&a=3', true);
    expect(query.arguments).toEqual([
      ['a', '1'],
      ['a', '3'],
    ]);
    expect(query.conditions).toHaveLength(1);
  });

  it('refuses in PostgREST’s words, naming the place', () => {
    expect(refusal('id=noop.1')).toEqual({
      code: 'PGRST100',
      message: '"failed to parse filter (noop.1)" (line 1, column 1)',
      details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
      hint: null,
    });
    expect(refusal('select=id,')?.message).toBe(
      '"failed to parse select parameter (id,)" (line 1, column 4)',
    );
    expect(refusal('order=id.down')?.code).toBe('PGRST100');
    expect(refusal('order=id.asc.nullsmiddle')?.code).toBe('PGRST100');
    expect(refusal('limit=ten')?.code).toBe('PGRST100');
    expect(refusal('a..b=eq.1')?.code).toBe('PGRST100');
    expect(refusal('=eq.1')?.code).toBe('PGRST100');
    expect(refusal('columns=')?.code).toBe('PGRST100');
    expect(() => parse('and=(a.eq.1')).toThrow(RestError);
  });
});
