import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

export interface Picture {
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Exported widths in pixels. */
  widths?: number[];
  /** Cuts of the same rendering; `left` is a share of the spare width. */
  crops?: { name: string; left: number; width: number; height: number; widths: number[] }[];
}

interface MediaEntry {
  name: string;
  alt: string;
  width: number;
  height: number;
  widths: number[];
  dominant: string;
}

const WIDTHS = [320, 640, 960];

/**
 * Writes each rendering as AVIF and WebP into public/media, the picture list into
 * assets/media.json, and the pictures that are used outside the gallery. A rendering is taken from
 * the first of the folders that holds it. `only` leaves pictures of other names as they are.
 */
export async function exportMedia(
  pictures: Picture[],
  folders: string[],
  assets: string,
  only = '',
): Promise<void> {
  const publicFolder = join(assets, '..', 'public');
  const list = join(assets, 'media.json');
  const known = JSON.parse(await readFile(list, 'utf8')) as MediaEntry[];
  const entries: MediaEntry[] = [];
  for (const picture of pictures) {
    if (!picture.name.includes(only)) {
      const names = [picture, ...(picture.crops ?? [])].map(({ name }) => name);
      entries.push(...known.filter(({ name }) => names.includes(name)));
      continue;
    }
    const source = findRendering(picture.name, folders);
    const widths = picture.widths ?? WIDTHS;
    entries.push(await exportOne(sharp(source), picture, widths, publicFolder));
    for (const crop of picture.crops ?? []) {
      const whole = await sharp(source).resize(picture.width, picture.height).toBuffer();
      const left = Math.round((picture.width - crop.width) * crop.left);
      const cut = sharp(whole).extract({ left, top: 0, width: crop.width, height: crop.height });
      const buffer = await cut.png().toBuffer();
      entries.push(
        await exportOne(sharp(buffer), { ...crop, alt: picture.alt }, crop.widths, publicFolder),
      );
    }
  }
  await writeFile(list, `${JSON.stringify(entries, null, 2)}\n`);
  if (only) return;

  const front = findRendering(`${pictures[0]?.name}`, folders);
  await sharp(front)
    .resize(800, 800)
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(join(publicFolder, 'product.jpg'));
  const hero = findRendering('hero-wide', folders);
  await sharp(hero)
    .resize(1200, 630, { fit: 'cover', position: 'centre' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(publicFolder, 'og-default.jpg'));
}

function findRendering(name: string, folders: string[]): string {
  const found = folders
    .map((folder) => join(folder, `${name}.png`))
    .find((file) => existsSync(file));
  if (!found) throw new Error(`${name} has not been rendered`);
  return found;
}

async function exportOne(
  image: Sharp,
  picture: { name: string; alt: string; width: number; height: number },
  widths: number[],
  publicFolder: string,
): Promise<MediaEntry> {
  const largest = Math.max(...widths);
  for (const width of widths) {
    const sized = image
      .clone()
      .resize(width, Math.round((width * picture.height) / picture.width))
      .toColourspace('srgb');
    const file = join(publicFolder, 'media', `${picture.name}-${width}`);
    await sized.clone().avif({ quality: 55, effort: 5 }).toFile(`${file}.avif`);
    await sized
      .clone()
      .webp({ quality: 78, effort: 5, smartSubsample: true })
      .toFile(`${file}.webp`);
  }
  const [r = 0, g = 0, b = 0] = await image
    .clone()
    .resize(1, 1)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return {
    name: picture.name,
    width: largest,
    height: Math.round((largest * picture.height) / picture.width),
    alt: picture.alt,
    widths,
    dominant: `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
  };
}
