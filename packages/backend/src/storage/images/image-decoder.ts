import { open, readFile, stat } from 'node:fs/promises';
import { createFairQueue, type FairQueue, QueueFull } from '../../fair-queue.ts';
import type { Claim } from '../../shared-work.ts';
import { Failure, invalidRequest, slowDown, tooLarge } from '../failure.ts';
import { boundsOfOwners, type Excess, findExcess } from './find-excess.ts';
import { loadSharp } from './load-sharp.ts';
import { isJpeg } from './read-jpeg-frame.ts';
import type { TransformOptions } from './transform-options.ts';

export type OutputFormat = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

export interface ImageDecoder {
  /** Decodes the whole file; null if it is a valid image within the limits. */
  check(path: string): Promise<Failure | null>;
  /**
   * Writes the same image, upright, in its own format and colors, without metadata. One with too
   * many pixels is scaled down if that is cheap.
   */
  strip(path: string, output: string): Promise<Failure | null>;
  /** Creates a new image that has only the pixels of the old one. `source` is called when its turn comes. */
  transform(
    source: () => Promise<Buffer | Failure>,
    options: TransformOptions,
    format: OutputFormat,
    asker: Asker,
  ): Promise<Buffer | Failure>;
}

/** A caller waiting for a rendition; the one with the fewest recent requests goes next. */
export interface Asker {
  caller?: string | undefined;
  /** Aborted when the caller is no longer waiting; work that hasn't started is skipped. */
  signal?: AbortSignal | undefined;
  /** Called when the turn comes, if several callers want the same; skips what another one is making. */
  claim?: Claim | undefined;
}

/**
 * Large renditions take seconds each, so they only wait for each other. What pages show (up to
 * 1,280 pixels wide) and uploads have their own queues. Callers who request more than a long page
 * shows go after all others and leave one of two slots to them.
 */
const lanes = {
  uploads: { atOnce: 1, longest: 100 },
  renditions: { atOnce: 2, longest: 200, perCaller: 50, light: 30, keptForLight: 1 },
  largeRenditions: { atOnce: 1, longest: 100, perCaller: 10, light: 10 },
} as const;

/** Most pixels (width × height) of a rendition that counts as a page's. */
const MOST_PAGE_PIXELS = 1280 * 1280;

/** Width × height × frames, as on a hosted project. */
const MOST_PIXELS = 50_000_000;
/** A JPEG can be opened at half its size, so even the largest phone photos fit. */
const MOST_JPEG_PIXELS = 4 * MOST_PIXELS;
/** Maximum size in bytes of an image to process in memory. */
export const LARGEST_IMAGE = 50 * 1024 * 1024;

const DEFAULT_QUALITY = 80;

/** AVIF looks the same at a lower quality setting. */
const AVIF_FACTOR = 0.75;

export function createImageDecoder(): ImageDecoder {
  const uploads = createFairQueue(lanes.uploads);
  const renditions = createFairQueue(lanes.renditions);
  const largeRenditions = createFairQueue(lanes.largeRenditions);

  return {
    check: (path) =>
      inTurn(uploads, {}, damaged, async () => {
        const excess = await findExcessOf(path);
        if (excess) return excess;
        const sharp = await loadSharp();
        const { format, height, width, pages = 1 } = await sharp(path).metadata();
        const maxPixels = format === 'jpeg' ? MOST_JPEG_PIXELS : MOST_PIXELS;
        if (width * height * pages > maxPixels) return tooManyPixels();
        // As strict as rendering for visitors, which would fail otherwise.
        await sharp(path, {
          limitInputPixels: maxPixels,
          failOn: 'warning',
          animated: isAnimated(format),
          sequentialRead: true,
        })
          .resize(64, 64, { fit: 'inside' })
          .raw()
          .toBuffer();
        return null;
      }),
    strip: (path, output) =>
      inTurn(uploads, {}, damaged, async () => {
        const excess = await findExcessOf(path);
        if (excess) return excess;
        const sharp = await loadSharp();
        const { format, height, width, space, isPalette } = await sharp(path).metadata();
        const options = { limitInputPixels: MOST_JPEG_PIXELS, animated: isAnimated(format) };
        const image = sharp(path, options).autoOrient();
        if (width * height > MOST_PIXELS && format === 'jpeg') {
          const side = Math.floor(Math.max(width, height) / 2);
          image.resize(side, side, { fit: 'inside' });
        }
        // A CMYK image is converted to screen colors, so its profile no longer applies.
        if (space !== 'cmyk') image.keepIccProfile();
        switch (format) {
          case 'jpeg':
            image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
            break;
          case 'png':
            image.png(isPalette ? { palette: true, quality: 100, dither: 0 } : {});
            break;
          case 'webp':
            image.webp((await isLossless(path)) ? { lossless: true } : { quality: 92 });
            break;
          case 'gif':
            image.gif({ dither: 0 });
            break;
          default:
            image.avif({ quality: 75, effort: 2 });
        }
        await image.toFile(output);
        return null;
      }),
    transform: (source, options, format, asker) =>
      inTurn(isLarge(options) ? largeRenditions : renditions, asker, unusable, async () => {
        const bytes = await source();
        if (bytes instanceof Failure) return bytes;
        const excess = await findExcess(bytes, boundsOfOwners);
        if (excess) return unusable(excess === 'size' ? 'too large' : '');
        const sharp = await loadSharp();
        const animated = format === 'gif' || format === 'webp';
        const image = sharp(bytes, { limitInputPixels: maxPixelsOf(bytes), animated })
          .autoOrient()
          .resize({
            ...(options.width ? { width: options.width } : {}),
            ...(options.height ? { height: options.height } : {}),
            fit: fits[options.resize ?? 'cover'],
            withoutEnlargement: options.resize !== 'fill',
          });
        const quality = options.quality ?? DEFAULT_QUALITY;
        switch (format) {
          case 'avif':
            return image.avif({ quality: Math.round(quality * AVIF_FACTOR), effort: 2 }).toBuffer();
          case 'webp':
            return image.webp({ quality }).toBuffer();
          case 'jpeg':
            return image.jpeg({ quality, mozjpeg: true }).toBuffer();
          case 'png':
            return image.png({ quality, palette: options.quality !== undefined }).toBuffer();
          case 'gif':
            return image.gif().toBuffer();
        }
      }),
  };
}

async function inTurn<T>(
  lane: FairQueue,
  { caller, signal, claim }: Asker,
  refuse: (reason: string) => Failure,
  work: () => Promise<T | Failure>,
): Promise<T | Failure> {
  try {
    return await lane(async () => {
      if (signal?.aborted || claim?.() === false) {
        return slowDown('Nobody waits for this image anymore', 2);
      }
      return work();
    }, caller);
  } catch (error) {
    if (error instanceof QueueFull) {
      return slowDown('Too many images are waiting, please try again', 2);
    }
    if (isDecoderError(error)) return refuse(error.message);
    throw error;
  }
}

/**
 * Whether a rendition is large. A missing side follows from the other; without either, the image
 * keeps its original size.
 */
function isLarge({ width, height }: TransformOptions): boolean {
  const side = width ?? height;
  return side === undefined || side * (height ?? side) > MOST_PAGE_PIXELS;
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

/** The library throws plain errors with its own messages for what it can't decode. */
function isDecoderError(error: unknown): error is Error {
  return error instanceof Error && !('code' in error) && error.constructor === Error;
}

/** Only JPEGs can be opened at less than their size. */
const maxPixelsOf = (bytes: Buffer) => (isJpeg(bytes) ? MOST_JPEG_PIXELS : MOST_PIXELS);

const isAnimated = (format: string | undefined) => format === 'gif' || format === 'webp';

/** Whether a WebP is lossless (has a `VP8L` chunk). */
async function isLossless(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead).includes('VP8L');
  } finally {
    await file.close();
  }
}

async function findExcessOf(path: string): Promise<Failure | null> {
  if ((await stat(path)).size > LARGEST_IMAGE) return tooLarge();
  const excess = await findExcess(await readFile(path), boundsOfOwners);
  return excess && refusals[excess]();
}

const tooManyPixels = () =>
  invalidRequest('The picture has too many pixels: at most 50 million, a JPEG 200 million');

const refusals: Record<Excess, () => Failure> = {
  parts: () => invalidRequest('The picture has too many parts: re-save it in another program'),
  size: () =>
    invalidRequest(
      'The picture takes too much memory: save it with fewer pixels, or not interlaced or progressive',
    ),
};

function damaged(reason: string): Failure {
  if (/pixel limit|too large|dimension/i.test(reason)) return tooManyPixels();
  return invalidRequest('The picture is damaged: it cannot be decoded as a whole');
}

function unusable(reason: string): Failure {
  return invalidRequest(
    /pixel limit|too large|dimension/i.test(reason)
      ? 'The source image resolution is too large to process'
      : 'The source image is invalid or unsupported for rendering',
  );
}
