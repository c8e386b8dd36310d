import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadSharp } from '@liv-fit/backend/storage';
import { renderAsync } from '@resvg/resvg-js';
import { createElement as h } from 'react';
import satori, { type Font } from 'satori';
import type { OverlayOptions } from 'sharp';
import { type BrandColors, paletteOf } from '#domain/colors.ts';

/** What a link preview says. */
export interface Preview {
  brand: string;
  colors: BrandColors;
  /** Drawn in place of mark and name; null if there is none. */
  logo: Buffer | null;
  title: string;
  /** A less prominent line below the title. */
  line: string;
  /** A picture file in a format that browsers show; null draws the words alone. */
  picture: Buffer | null;
}

/** The size recommended by the networks that show previews. */
const size = { width: 1200, height: 630 };
const pictureWidth = 560;

/** A card of 1200 × 630 as JPEG: words on the left, picture on the right. */
export async function drawPreview(preview: Preview): Promise<Buffer> {
  const sharp = await loadSharp();
  const logo = preview.logo && (await fitLogo(sharp, preview.logo));
  // Once sharp has processed uploads, it no longer reads SVG anywhere in the process.
  const words = await renderAsync(await drawWords({ ...preview, logo }), {
    font: { loadSystemFonts: false },
  });
  const layers: OverlayOptions[] = [{ input: words.asPng(), left: 0, top: 0 }];
  if (preview.picture) {
    const picture = await sharp(preview.picture, { limitInputPixels: 50_000_000 })
      .rotate()
      .resize(pictureWidth, size.height, { fit: 'cover' })
      .toBuffer();
    layers.push({ input: picture, left: size.width - pictureWidth, top: 0 });
  }
  if (logo) layers.push({ input: logo, left: 64, top: 64 });
  return sharp({ create: { ...size, channels: 3, background: preview.colors.background } })
    .composite(layers)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Null if it can't be read; mark and name are drawn instead. */
async function fitLogo(sharp: Awaited<ReturnType<typeof loadSharp>>, logo: Buffer) {
  try {
    return await sharp(logo, { limitInputPixels: 50_000_000 })
      .resize({ width: 360, height: 64, fit: 'inside' })
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}

async function drawWords({ brand, title, line, picture, colors, logo }: Preview): Promise<string> {
  const width = picture ? size.width - pictureWidth : size.width;
  const column = { display: 'flex', flexDirection: 'column' } as const;
  const card = h(
    'div',
    {
      style: {
        ...column,
        width,
        height: size.height,
        boxSizing: 'border-box',
        padding: '64px 56px 60px 64px',
        justifyContent: 'space-between',
        color: colors.text,
      },
    },
    h(
      'div',
      { style: { display: 'flex', alignItems: 'center', fontFamily: 'Fraunces', fontSize: 40 } },
      ...(logo ? [] : [mark(colors), brand]),
    ),
    h(
      'div',
      { style: column },
      h(
        'div',
        {
          style: {
            fontFamily: 'Fraunces',
            fontSize: title.length > 44 ? 52 : 64,
            lineHeight: 1.08,
            letterSpacing: '-0.02em',
            lineClamp: 5,
          },
        },
        title,
      ),
      h(
        'div',
        {
          style: {
            marginTop: 28,
            fontFamily: 'Instrument Sans',
            fontSize: 28,
            lineHeight: 1.35,
            color: paletteOf(colors)['ink-soft'],
            lineClamp: 2,
          },
        },
        line,
      ),
    ),
  );
  return satori(card, { width, height: size.height, fonts: await readFonts() });
}

/** The drop of resin with the ridge it comes from, as in the page header. */
function mark({ accent, background }: BrandColors) {
  return h(
    'svg',
    { viewBox: '10 3 44 59', width: 36, height: 48, style: { marginRight: 16 } },
    h('path', {
      d: 'M32 5C27 14 13 27 13 41a19 19 0 0 0 38 0C51 27 37 14 32 5Z',
      fill: accent,
    }),
    h('path', {
      d: 'M8 53 24.5 33.5l6 7L40 28l18 25',
      fill: 'none',
      stroke: background,
      strokeWidth: 3.2,
      strokeLinejoin: 'round',
    }),
  );
}

let fonts: Promise<Font[]> | null = null;

function readFonts(): Promise<Font[]> {
  const read = async (name: string, file: string, weight: 400 | 500): Promise<Font> => ({
    name,
    weight,
    style: 'normal',
    data: await readFile(fileURLToPath(file)),
  });
  fonts ??= Promise.all([
    read(
      'Fraunces',
      import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-500-normal.woff'),
      500,
    ),
    read(
      'Instrument Sans',
      import.meta.resolve(
        '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff',
      ),
      400,
    ),
  ]);
  fonts.catch(() => {
    fonts = null;
  });
  return fonts;
}
