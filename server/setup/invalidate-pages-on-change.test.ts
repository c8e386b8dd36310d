import { expect, it, vi } from 'vitest';
import { invalidatePagesOnChange } from './invalidate-pages-on-change.ts';

async function open() {
  let saved: (table: string) => unknown = () => {};
  const cache = { clear: vi.fn() };
  const site = { refresh: vi.fn(async () => {}) };
  await invalidatePagesOnChange(
    {
      listen: async (_channel, handler) => {
        saved = handler;
        return async () => {};
      },
    },
    cache,
    [{ tables: ['site_settings'], ...site }],
  );
  return { cache, site, save: async (table: string) => saved(table) };
}

it('clears pages when a product is saved, and keeps the settings', async () => {
  const { cache, site, save } = await open();
  await save('products');
  expect(cache.clear).toHaveBeenCalledTimes(1);
  expect(site.refresh).not.toHaveBeenCalled();
});

it.each(['site_settings', ''])('reads the facts anew when told of "%s"', async (table) => {
  const { cache, site, save } = await open();
  await save(table);
  expect(site.refresh).toHaveBeenCalledTimes(1);
  const [refreshed = 0] = site.refresh.mock.invocationCallOrder;
  expect(cache.clear.mock.invocationCallOrder.at(-1)).toBeGreaterThan(refreshed);
});
