import type { Page } from 'playwright/test';
import { expect } from './shop-test.ts';

/** Sizes in bytes of every script fetched from now on. */
export function weighScripts(page: Page): Promise<number>[] {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('.js')) return;
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    // The page may be closed before the size is known; it has been weighed by then.
    sizes.push(size.catch(() => 0));
  });
  return sizes;
}

export async function expectWithinBudget(scripts: Promise<number>[], path: string): Promise<void> {
  const weigh = async () => (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  // A busy browser reports that a script has loaded only after running it.
  await expect.poll(weigh, path).toBeGreaterThan(50_000);
  expect(await weigh(), path).toBeLessThanOrEqual(130_000);
}
