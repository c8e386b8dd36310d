import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

it('takes JSON, but no text that the database cannot hold', () => {
  expect(parse('{"email":"a"}')).toEqual({ ok: true, body: { email: 'a' } });
  expect(parse('{"email":"a\\u0000"}')).toEqual({ ok: false });
  expect(parse('{"written":"\\\\u0000"}')).toEqual({ ok: true, body: { written: '\\u0000' } });
  expect(parse('{')).toEqual({ ok: false });
});
