import { loadSharp } from './load-sharp.ts';
import { isJpeg, readJpegFrame } from './read-jpeg-frame.ts';

/** `parts`: more of them than any program writes; `size`: it takes too much memory to decode. */
export type Excess = 'parts' | 'size';

/** How much of a machine one picture may take. */
export interface DecodingBounds {
  /** Bytes of the decoded picture. Decoding takes about a quarter more than is counted here. */
  bytes: number;
  /** Values of a JPEG that are gone through in all its scans together. */
  scanned: number;
}

/** What 512 MB leave beside a running shop; three quarters of a second. */
export const boundsOfStrangers: DecodingBounds = { bytes: 160_000_000, scanned: 2_000_000_000 };
/** Of pictures by somebody who may upload: what cameras and programs write, one at a time. */
export const boundsOfOwners: DecodingBounds = { bytes: 800_000_000, scanned: 8_000_000_000 };

/** Frames of a WebP are looked up by counting from the first each time. */
const MOST_FRAMES = 2_000;
/** Each of a PNG is unpacked to 8 MB at most. */
const MOST_PACKED_TEXTS = 50;

/** Decoded, an AVIF is there several times: as the decoder's frames, as planes and as pixels. */
const AVIF_COPIES = 4;

/**
 * Why an image is not decoded, whoever sent it: nothing can end the decoding once it has begun. Throws
 * the library's error for what is no image.
 */
export async function findExcess(bytes: Buffer, bounds: DecodingBounds): Promise<Excess | null> {
  // Before the library reads the head of the file: this is what takes it long.
  if (isJpeg(bytes)) {
    const frame = readJpegFrame(bytes);
    if (!frame || frame.scans * frame.samples > bounds.scanned) return 'parts';
    // One that comes row by row is in memory a few rows at a time; of others all values are, two bytes each.
    return frame.isHeld && frame.samples * 2 > bounds.bytes ? 'size' : null;
  }
  if (hasMore(bytes, ['ANMF'], MOST_FRAMES)) return 'parts';
  if (hasMore(bytes, ['zTXt', 'iTXt', 'iCCP'], MOST_PACKED_TEXTS)) return 'parts';
  if (isComposed(bytes)) return 'parts';
  const sharp = await loadSharp();
  const found = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { format, width, height, channels = 4, depth, isProgressive, pages = 1 } = found;
  if (pages > MOST_FRAMES) return 'parts';
  const pixels = width * height;
  const size = pixels * channels * (depth === 'ushort' ? 2 : 1);
  switch (format) {
    case 'webp':
    case 'gif':
      // As the canvas, and as the picture.
      return pixels * 4 * 2 > bounds.bytes ? 'size' : null;
    case 'heif':
      return size * AVIF_COPIES > bounds.bytes ? 'size' : null;
    default:
      return size * (isProgressive ? 2 : 1) > bounds.bytes ? 'size' : null;
  }
}

/** Whether these names of parts occur more often. In packed data they do by chance once in some gigabytes. */
function hasMore(bytes: Buffer, names: readonly string[], most: number): boolean {
  let count = 0;
  for (const name of names) {
    for (let at = bytes.indexOf(name, 0, 'latin1'); at >= 0; ) {
      count += 1;
      if (count > most) return true;
      at = bytes.indexOf(name, at + name.length, 'latin1');
    }
  }
  return false;
}

/**
 * An AVIF that is put together of others: of less than a kilobyte one takes 20 s, since a picture may be
 * named a hundred times. Cameras and programs write one picture.
 */
function isComposed(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  for (let at = bytes.indexOf('infe'); at >= 0; at = bytes.indexOf('infe', at + 4)) {
    // The type stands behind a number of two or four bytes.
    const types = [at + 12, at + 14].map((start) => bytes.toString('latin1', start, start + 4));
    if (types.some((type) => ['grid', 'iovl', 'iden', 'tili'].includes(type))) return true;
  }
  return false;
}
