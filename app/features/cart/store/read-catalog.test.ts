import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCatalog } from './read-catalog.ts';

const id = '10000000-0000-4000-8000-000000000001';
const gone = '10000000-0000-4000-8000-000000000002';
const product = { id, name: 'Pure Resin', price: 39.9 };

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads what is named, and knows what is no longer there', async () => {
  fetched.mockResolvedValue(Response.json([product]));
  const catalog = await readCatalog([id, gone, 'edited by hand'], 'key');
  expect([...(catalog ?? [])]).toEqual([
    [id, product],
    [gone, null],
    ['edited by hand', null],
  ]);
  const [path, options] = fetched.mock.calls[0] ?? [];
  expect(decodeURIComponent(String(path))).toContain(`id=in.(${id},${gone})`);
  expect(options?.headers).toEqual({ apikey: 'key' });
});

it('asks nobody about what cannot be a product', async () => {
  expect(await readCatalog(['edited by hand'], 'key')).toEqual(new Map([['edited by hand', null]]));
  expect(fetched).not.toHaveBeenCalled();
});

it('tries again while the shop cannot be reached, unless somebody waits', async () => {
  const away = () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  away();
  fetched.mockResolvedValueOnce(new Response(null, { status: 503 }));
  fetched.mockResolvedValueOnce(Response.json([product]));
  const patient = readCatalog([id], 'key');
  await vi.runAllTimersAsync();
  expect((await patient)?.get(id)).toEqual(product);
  expect(fetched).toHaveBeenCalledTimes(3);
  away();
  expect(await readCatalog([id], 'key', { patient: false })).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(4);
});

it('gives up on what stays away, and at once on what is refused', async () => {
  fetched.mockImplementation(async () => new Response(null, { status: 503 }));
  const patient = readCatalog([id], 'key');
  await vi.runAllTimersAsync();
  expect(await patient).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(4);
  fetched.mockResolvedValue(Response.json({ message: 'no' }, { status: 400 }));
  expect(await readCatalog([id], 'key')).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(5);
});
