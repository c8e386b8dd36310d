import { expect, it, vi } from 'vitest';
import { streamJson } from './stream-json.ts';

async function* pages(...given: (readonly unknown[] | Error)[]) {
  for (const page of given) {
    if (page instanceof Error) throw page;
    yield page;
  }
}

const textOf = (value: object, onError = (error: unknown) => expect(error).toBeNull()) =>
  new Response(streamJson(value, onError)).text();

it('writes what JSON.stringify would, pages as one list', async () => {
  const at = new Date(0);
  const plain = { a: 'ö"', b: null, c: { d: [1, { e: 2 }], f: {} }, at };
  const text = await textOf({ ...plain, list: pages([], [1, { at }], [], ['x']), none: pages([]) });
  expect(text).toBe(JSON.stringify({ ...plain, list: [1, { at }, 'x'], none: [] }));
});

it('aborts the response if a page cannot be read', async () => {
  const onError = vi.fn();
  const lost = new Error('The connection is lost.');
  await expect(textOf({ list: pages([1], lost) }, onError)).rejects.toThrow(lost);
  expect(onError).toHaveBeenCalledExactlyOnceWith(lost);
});
