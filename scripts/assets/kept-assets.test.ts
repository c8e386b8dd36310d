import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { assetRetentionMs, restoreAssets, saveAssets } from './kept-assets.ts';

function open() {
  const directory = mkdtempSync(path.join(tmpdir(), 'assets-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const places = { assets: path.join(directory, 'assets'), kept: path.join(directory, 'kept') };
  let now = Date.now();
  return {
    later: (milliseconds: number) => {
      now += milliseconds;
    },
    /**
     * As `npm run build` does: saves the existing files, empties the folder, writes the new build
     * and restores.
     */
    build: (...names: string[]) => {
      saveAssets({ ...places, now });
      rmSync(places.assets, { recursive: true, force: true });
      mkdirSync(places.assets);
      for (const name of names) writeFileSync(path.join(places.assets, name), name);
      restoreAssets({ ...places, now });
    },
    names: () => readdirSync(places.assets).toSorted(),
  };
}

it('keeps what open pages were built with, over several builds', () => {
  const { build, names } = open();
  build('checkout-a.js', 'checkout-a.js.br', 'vendor.js');
  build('checkout-b.js', 'vendor.js');
  build('checkout-c.js', 'vendor.js');
  expect(names()).toEqual([
    'checkout-a.js',
    'checkout-a.js.br',
    'checkout-b.js',
    'checkout-c.js',
    'vendor.js',
  ]);
});

it('lets go of what was replaced long ago, however old what is in use is', () => {
  const { build, names, later } = open();
  build('old.js', 'vendor.js');
  build('new.js', 'vendor.js');
  later(assetRetentionMs + 60_000);
  build('newer.js', 'vendor.js');
  expect(names()).toEqual(['new.js', 'newer.js', 'vendor.js']);
  later(60_000);
  build('newest.js');
  expect(names()).toEqual(['new.js', 'newer.js', 'newest.js', 'vendor.js']);
  later(assetRetentionMs + 60_000);
  build('last.js');
  expect(names()).toEqual(['last.js', 'newest.js']);
});
