import type { Page } from 'playwright/test';
import { expect } from './shop-test.ts';

/** Bytes of every script that is fetched from now on. */
export function weighScripts(page: Page): Promise<number>[] {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('.js')) return;
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    // The page may be closed before the answer comes; by then it has been weighed.
    sizes.push(size.catch(() => 0));
  });
  return sizes;
}

export async function expectWithinBudget(scripts: Promise<number>[], path: string): Promise<void> {
  const weigh = async () => (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  // A busy browser tells of a script's end after it has run.
  await expect.poll(weigh, path).toBeGreaterThan(50_000);
  expect(await weigh(), path).toBeLessThanOrEqual(130_000);
}
