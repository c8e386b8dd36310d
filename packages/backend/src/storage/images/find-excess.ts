import { loadSharp } from './load-sharp.ts';
import { isJpeg, readJpegFrame } from './read-jpeg-frame.ts';

/** `parts`: more of them than any program writes; `size`: decoding takes too much memory. */
export type Excess = 'parts' | 'size';

/** How much of the machine decoding one image may take. */
export interface DecodingBounds {
  /** Bytes of the decoded image. Decoding actually takes about a quarter more. */
  bytes: number;
  /** Samples of a JPEG that are processed in all of its scans together. */
  scanned: number;
}

/** What fits in 512 MB beside a running shop; three quarters of a second. */
export const boundsOfStrangers: DecodingBounds = { bytes: 160_000_000, scanned: 2_000_000_000 };
/** For images of people who may upload: what cameras and programs write, one at a time. */
export const boundsOfOwners: DecodingBounds = { bytes: 800_000_000, scanned: 8_000_000_000 };

/** Finding a WebP frame counts from the first one every time. */
const MOST_FRAMES = 2_000;
/** Each compressed text of a PNG expands to at most 8 MB. */
const MOST_PACKED_TEXTS = 50;

/** A decoded AVIF is in memory several times: as the decoder's frames, as planes and as pixels. */
const AVIF_COPIES = 4;

/**
 * Why an image must not be decoded, whoever sent it: once started, decoding can't be stopped.
 * Throws the library's error if it isn't an image.
 */
export async function findExcess(bytes: Buffer, bounds: DecodingBounds): Promise<Excess | null> {
  // Checked before the library reads the header, since these are what slows it down.
  if (isJpeg(bytes)) {
    const frame = readJpegFrame(bytes);
    if (!frame || frame.scans * frame.samples > bounds.scanned) return 'parts';
    // A sequential JPEG needs only a few rows in memory; others hold all samples, two bytes each.
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
      // Once as the canvas and once as the image.
      return pixels * 4 * 2 > bounds.bytes ? 'size' : null;
    case 'heif':
      return size * AVIF_COPIES > bounds.bytes ? 'size' : null;
    default:
      return size * (isProgressive ? 2 : 1) > bounds.bytes ? 'size' : null;
  }
}

/**
 * Whether these chunk names occur more often than that. In compressed data they do by chance once
 * in several gigabytes.
 */
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
 * Whether an AVIF is composed of other images: one of less than a kilobyte took 20 s, since it may
 * use an image a hundred times. Cameras and programs write a single image.
 */
function isComposed(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  for (let at = bytes.indexOf('infe'); at >= 0; at = bytes.indexOf('infe', at + 4)) {
    // The type comes after a number of two or four bytes.
    const types = [at + 12, at + 14].map((start) => bytes.toString('latin1', start, start + 4));
    if (types.some((type) => ['grid', 'iovl', 'iden', 'tili'].includes(type))) return true;
  }
  return false;
}
