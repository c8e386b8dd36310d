/**
 * `node scripts/keep-assets.ts save` before a build and `restore` after it: a page opened before
 * the new build can still fetch its own files.
 */
import path from 'node:path';
import { restoreAssets, saveAssets } from './assets/kept-assets.ts';
import { root } from './run-step.ts';

const places = {
  assets: path.join(root, 'build/client/assets'),
  kept: path.join(root, '.kept-assets/files'),
  now: Date.now(),
};
if (process.argv[2] === 'save') saveAssets(places);
else restoreAssets(places);
