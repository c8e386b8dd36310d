import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import { startShopProcess } from '#tests/fixtures/shop-process.ts';

it.each([true, false])('promises demo codes only where they were written: %s', async (written) => {
  await using directory = await demoDirectory();
  // The file cannot be written where a folder is in the way.
  if (!written) await mkdir(path.join(directory.path, 'demo-unit-codes.csv'));
  const shop = await startShopProcess({ dataDir: directory.path });
  await shop.stop();
  expect(shop.output()).toContain('A demo catalog was added');
  expect(shop.output().includes('Unit codes to try are in')).toBe(written);
});

async function demoDirectory() {
  const directory = await migratedDirectory();
  return { ...directory, [Symbol.asyncDispose]: directory.remove };
}
