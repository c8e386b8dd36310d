import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { RestError } from '../respond/rest-error.ts';
import { negotiateMediaType } from './negotiate-media-type.ts';
import { csvToJson } from './parse-csv.ts';
import { appliedPreferences, parsePreferences } from './parse-preferences.ts';
import { readJson, readRecords } from './read-payload.ts';
import { readWindow } from './read-window.ts';

describe('parsePreferences', () => {
  const parse = (header: string) =>
    parsePreferences(header, { allowTransaction: true, timezones: new Set(['UTC']) });

  it('uses the first of each kind and lists unknown ones separately', () => {
    expect(
      parse(
        'return=representation, count=exact,return=minimal, max-affected=3, x=1, handling=strict, tx=rollback',
      ),
    ).toEqual({
      return: 'representation',
      count: 'exact',
      maxAffected: 3,
      handling: 'strict',
      transaction: 'rollback',
      invalid: ['x=1'],
    });
    expect(parse('timezone=UTC')).toEqual({ timezone: 'UTC', invalid: [] });
    expect(parse('timezone=Nowhere')).toEqual({ invalid: ['timezone=Nowhere'] });
    expect(parse('return=all, toString=x').invalid).toEqual(['return=all', 'toString=x']);
  });

  it('names what was applied in PostgREST’s order', () => {
    expect(
      appliedPreferences({ count: 'exact', resolution: 'merge-duplicates', return: 'minimal' }),
    ).toBe('resolution=merge-duplicates, return=minimal, count=exact');
    expect(appliedPreferences({ maxAffected: 1 })).toBeNull();
  });
});

describe('negotiateMediaType', () => {
  const negotiate = (accept: string | null, allowPlan = false) =>
    negotiateMediaType(accept, { allowPlan });

  it.each([
    [null, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html, application/json;q=0.5', 'application/json; charset=utf-8'],
    ['application/json;q=0.1, text/csv', 'text/csv; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'Application/vnd.pgrst.object+JSON;nulls=stripped',
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    ],
    ['application/vnd.pgrst.array+json', 'application/json; charset=utf-8'],
  ])('%s', (accept, contentType) => {
    expect(negotiate(accept).contentType).toBe(contentType);
  });

  it('refuses what it cannot make', () => {
    expect(() => negotiate('application/geo+json')).toThrow(
      'None of these media types are available: application/geo+json',
    );
    expect(() => negotiate('application/vnd.pgrst.plan+json')).toThrow(RestError);
  });

  it('reads the options of a plan where plans are allowed', () => {
    const accept =
      'application/vnd.pgrst.plan+text; for="application/vnd.pgrst.object+json"; options=analyze|verbose;';
    expect(negotiate(accept, true)).toMatchObject({
      shape: 'object',
      plan: { format: 'text', options: ['analyze', 'verbose'] },
    });
  });
});

describe('readWindow', () => {
  const read = (search: string, range: string | null = null) =>
    readWindow(parseQuery(new URLSearchParams(search), { isFunctionRead: false }), range);

  it.each([
    ['', null, 0n, null],
    ['limit=5&offset=2', null, 2n, 5n],
    ['', '0-9', 0n, 10n],
    ['', '5-', 5n, null],
    ['limit=5', '3-20', 3n, 2n],
    ['limit=0', '0-9', 0n, 0n],
    ['', 'bytes=0-9', 0n, null],
  ])('%s with the range %s', (search, range, offset, limit) => {
    expect(read(search, range)).toEqual({ offset, limit });
  });

  it('refuses a negative limit and a reversed range', () => {
    expect(() => read('limit=-1')).toThrow(RestError);
    expect(() => read('', '9-1')).toThrow(RestError);
    expect(() => read('limit=2', '5-9')).toThrow(RestError);
  });
});

describe('bodies', () => {
  it('reads CSV with quotes, line ends and NULL', () => {
    expect(csvToJson('id,"a ""b"""\r\n1,"x,\ny"\n2,NULL\n3,\n')).toEqual({
      json: '[{"id":"1","a \\"b\\"":"x,\\ny"},{"id":"2","a \\"b\\"":null},{"id":"3","a \\"b\\"":""}]',
      columns: ['id', 'a "b"'],
    });
    expect(() => csvToJson('a,b\n1')).toThrow('All lines must have same number of fields');
    expect(() => csvToJson('a\n"open')).toThrow(RestError);
    // As JSON it would be 400 MB.
    const long = Buffer.from('x'.repeat(20_000) + '\n'.repeat(20_000));
    for (const columns of [undefined, ['name']]) {
      expect(() => readRecords(long, 'text/csv', columns, 1_000_000)).toThrow(RestError);
    }
    const usual = Buffer.from(`${'name,'.repeat(9)}name\n${`${'1,'.repeat(9)}1\n`.repeat(4_000)}`);
    expect(readRecords(usual, 'text/csv', undefined, 1_000_000).keys).toHaveLength(10);
    expect(() => csvToJson('')).toThrow(RestError);
  });

  it('wants the same keys in every object', () => {
    expect(readJson('[{"a":1,"b":2},{"b":3,"a":4}]', undefined).keys).toEqual(['a', 'b']);
    for (const text of [
      '[{"a":1},{"b":1}]',
      '[{"a":1},1]',
      '[1]',
      '[{"a":1},{"a":1,"b":1}]',
      '[[]]',
    ]) {
      expect(() => readJson(text, undefined)).toThrow('All object keys must match');
    }
    expect(readJson('[{"a":1},{"b":1}]', ['a', 'b']).keys).toEqual(['a', 'b']);
    expect(readJson('[]', undefined)).toEqual({ body: { text: '[]', isArray: true }, keys: [] });
  });

  it('refuses what is no JSON, and other media types', () => {
    expect(() => readJson('{', undefined)).toThrow('Empty or invalid json');
    expect(() => readJson('', undefined)).toThrow('Empty or invalid json');
    const bytes = new TextEncoder().encode('{}');
    expect(() => readRecords(bytes, 'application/xml', undefined, 1_000)).toThrow(
      'Content-Type not acceptable: application/xml',
    );
    expect(() => readRecords(new Uint8Array([0xff]), 'application/json', undefined, 1_000)).toThrow(
      RestError,
    );
  });
});
