import { expect, it } from 'vitest';
import { z } from 'zod';
import { LARGEST_LIST, readJson } from './read-json.ts';

let looked = 0;
const schema = z.object({
  names: z.array(
    z.preprocess((name) => {
      looked += 1;
      return name;
    }, z.string()),
  ),
});

async function send(body: string, largest?: number) {
  looked = 0;
  const request = new Request('http://files.example', { method: 'POST', body });
  const read = await readJson(request, schema, largest);
  return read.ok ? read.body : read.failure.message;
}

it('looks at nothing of a body that is too long or holds too much', async () => {
  const many = `{"names":[${'1,'.repeat(60_000)}1]}`;
  expect(await send(many, LARGEST_LIST)).toBe('JSON may hold 50000 values at most');
  expect(await send(many)).toBe('The object exceeded the maximum allowed size');
  expect(await send('['.repeat(300))).toBe('JSON may nest 250 levels at most');
  expect(looked).toBe(0);
});

it('reads what is right', async () => {
  expect(await send('{"names":["a","b"]}')).toEqual({ names: ['a', 'b'] });
  expect(await send('{"names":["a",1]}')).toBe(
    'body/names/1: Invalid input: expected string, received number',
  );
});
