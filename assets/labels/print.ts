import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright';
import {
  drawCitrus,
  drawCollar,
  drawLabel,
  drawLid,
  type Print,
  type Product,
} from './drawings.ts';

const PIXELS_PER_CM = 37.795;
const require = createRequire(import.meta.url);

async function fontFace(family: string, file: string, style: string): Promise<string> {
  const bytes = await readFile(require.resolve(file));
  return `@font-face { font-family: '${family}'; font-style: ${style}; font-weight: 100 900; src: url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2'); }`;
}

async function fontFaces(): Promise<string> {
  const fraunces = '@fontsource-variable/fraunces/files/fraunces-latin-full';
  const instrument = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght';
  return (
    await Promise.all([
      fontFace('Fraunces Variable', `${fraunces}-normal.woff2`, 'normal'),
      fontFace('Fraunces Variable', `${fraunces}-italic.woff2`, 'italic'),
      fontFace('Instrument Sans Variable', `${instrument}-normal.woff2`, 'normal'),
    ])
  ).join('\n');
}

/** Rasterises all label artwork into `folder` as PNG textures for the renderer. */
export async function printArtwork(products: Product[], folder: string): Promise<void> {
  const prints: [string, Print, number][] = [['citrus', drawCitrus(), 130]];
  for (const product of products) {
    prints.push([`${product.slug}-label`, drawLabel(product, 'inks'), 260]);
    prints.push([`${product.slug}-foil`, drawLabel(product, 'foil'), 260]);
    const onBottle = product.container === 'bottle';
    prints.push([
      `${product.slug}-lid`,
      onBottle ? drawCollar(product.batch) : drawLid(product.batch),
      onBottle ? 300 : 220,
    ]);
  }
  const fonts = await fontFaces();
  const debian = '/usr/bin/chromium';
  const browser = await chromium.launch(existsSync(debian) ? { executablePath: debian } : {});
  try {
    for (const [name, print, density] of prints) {
      const page = await browser.newPage({
        deviceScaleFactor: density / PIXELS_PER_CM,
        viewport: { width: 800, height: 600 },
      });
      await page.setContent(
        print.html.replace('<link rel="stylesheet" href="fonts.css">', `<style>${fonts}</style>`),
      );
      await page.evaluate('document.fonts.ready.then(() => null)');
      await page.locator('#print').screenshot({ path: join(folder, `${name}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
