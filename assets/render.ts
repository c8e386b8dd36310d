/**
 * Makes every picture of the shop: prints the labels, renders the scenes, exports the files.
 *
 * node assets/render.ts [--draft] [--only=<part of a name>] [--threads=2] [--export-only] [--skip-done]
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exportMedia, type Picture } from './export-media.ts';
import type { Product } from './labels/drawings.ts';
import { printArtwork } from './labels/print.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const OUT = join(HERE, 'out');

const { values: options } = parseArgs({
  options: {
    draft: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    samples: { type: 'string' },
    width: { type: 'string' },
    threads: { type: 'string', default: '2' },
    'export-only': { type: 'boolean', default: false },
    'skip-done': { type: 'boolean', default: false },
  },
});

const catalogue = JSON.parse(await readFile(join(HERE, 'catalogue.json'), 'utf8')) as {
  products: Product[];
  pictures: Picture[];
};
const folder = join(OUT, options.draft ? 'draft' : 'final');

if (!options['export-only']) {
  await mkdir(join(OUT, 'prints'), { recursive: true });
  await mkdir(folder, { recursive: true });
  await printArtwork(catalogue.products, join(OUT, 'prints'));
  for (const picture of catalogue.pictures.filter((each) => each.name.includes(options.only))) {
    const target = join(folder, `${picture.name}.png`);
    if (options['skip-done'] && existsSync(target)) continue;
    const width = Number(options.width ?? (options.draft ? 500 : picture.width));
    const samples = Number(options.samples ?? (options.draft ? 24 : 32));
    const started = Date.now();
    await blender([picture.name, target, String(width), String(samples), options.threads]);
    console.log(`${picture.name}: ${Math.round((Date.now() - started) / 1000)} s`);
  }
}
await exportMedia(catalogue.pictures, [folder, join(OUT, 'draft')], HERE, options.only);

function blender(picture: string[]): Promise<void> {
  const scene = join(HERE, 'blender', 'scene.py');
  const flags = ['-b', '--factory-startup', '--python-exit-code', '1', '--python', scene, '--'];
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '19', 'blender', ...flags, ...picture]);
    let log = '';
    child.stdout.on('data', (chunk) => (log = (log + chunk).slice(-4000)));
    child.stderr.on('data', (chunk) => (log = (log + chunk).slice(-4000)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${picture[0]}\n${log}`)),
    );
  });
}
