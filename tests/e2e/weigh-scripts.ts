import type { Page } from 'playwright/test';
import { expect } from './shop-test.ts';

/** Bytes of every script that is fetched from now on. */
export function weighScripts(page: Page): Promise<number>[] {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) {
      sizes.push(request.sizes().then((size) => size.responseBodySize));
    }
  });
  return sizes;
}

export async function expectWithinBudget(scripts: Promise<number>[], path: string): Promise<void> {
  const total = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(total, path).toBeGreaterThan(50_000);
  expect(total, path).toBeLessThanOrEqual(130_000);
}
