import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

it('takes JSON, but no text that the database cannot hold', () => {
  expect(parse('{"email":"a"}')).toEqual({ ok: true, body: { email: 'a' } });
  expect(parse('{"email":"a\\u0000"}')).toEqual({ ok: false, code: 'invalid_json' });
  expect(parse('{"written":"\\\\u0000"}')).toEqual({ ok: true, body: { written: '\\u0000' } });
  expect(parse('{')).toEqual({ ok: false, code: 'invalid_json' });
});

it('replaces half a character, as the database would', () => {
  expect(parse('{"name":"a\\ud83d"}')).toEqual({ ok: true, body: { name: 'a\ufffd' } });
  expect(parse('{"name":"\\ud83d\\ude00"}')).toEqual({ ok: true, body: { name: '😀' } });
});

it.each([
  ['values', `{"message":"x","pictures":[${'[],'.repeat(50_000)}[]]}`],
  ['keys', `{${Array.from({ length: 50_001 }, (_, key) => `"k${key}":1`).join()}}`],
  ['strings', '""'.repeat(100_001)],
  ['levels', `${'['.repeat(251)}${']'.repeat(251)}`],
])('reads no body with too many %s', (_what, text) => {
  expect(parse(text)).toEqual({ ok: false, code: 'too_many_values' });
});

it('does not count brackets inside strings', () => {
  const message = '[,{"\\'.repeat(50_001);
  expect(parse(JSON.stringify({ message }))).toEqual({ ok: true, body: { message } });
  const escaped = ['a\\', '\\"[', '"', '\\\\"', ''];
  expect(parse(JSON.stringify(escaped))).toEqual({ ok: true, body: escaped });
  expect(parse(`["\\\\",${'[],'.repeat(50_000)}"\\""]`)).toMatchObject({ code: 'too_many_values' });
  expect(parse('["a\\"')).toMatchObject({ code: 'invalid_json' });
});
