import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { shareAssets, sharedFor } from './share-assets.ts';

function open() {
  const shared = mkdtempSync(path.join(tmpdir(), 'shared-'));
  onTestFinished(() => rmSync(shared, { recursive: true }));
  return {
    shared,
    /** Does what a shop with a build of these files would do. */
    share(now: number, ...names: string[]) {
      const assets = mkdtempSync(path.join(tmpdir(), 'build-'));
      onTestFinished(() => rmSync(assets, { recursive: true }));
      for (const name of names) writeFileSync(path.join(assets, name), `contents of ${name}`);
      return shareAssets({ assets, shared, now });
    },
    names: () => readdirSync(shared).toSorted(),
  };
}

it('holds the files of every build, also of those that start at once', async () => {
  const { share, names, shared } = open();
  const now = Date.now();
  await Promise.all([
    share(now, 'cart-a.js', 'cart-a.js.br', 'vendor.js'),
    share(now, 'cart-b.js', 'vendor.js'),
  ]);
  expect(names()).toEqual(['cart-a.js', 'cart-a.js.br', 'cart-b.js', 'vendor.js']);
  expect(readFileSync(path.join(shared, 'vendor.js'), 'utf8')).toBe('contents of vendor.js');
});

it('removes a build’s files two weeks after the last shop that ran it', async () => {
  const { share, names } = open();
  const start = Date.now();
  await share(start, 'cart-a.js', 'vendor.js');
  await share(start + sharedFor - 1, 'cart-b.js', 'vendor.js');
  expect(names()).toContain('cart-a.js');
  await share(start + sharedFor + 1, 'cart-b.js', 'vendor.js');
  expect(names()).toEqual(['cart-b.js', 'vendor.js']);
});
