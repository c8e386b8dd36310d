import { open } from 'node:fs/promises';
import pLimit from 'p-limit';
import { Failure, invalidRequest, slowDown } from '../failure.ts';
import { loadSharp } from './load-sharp.ts';
import type { TransformOptions } from './transform-options.ts';

export type OutputFormat = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

export interface ImageDecoder {
  /** Decodes a file as a whole; null when it is a sound image within bounds. */
  check(path: string): Promise<Failure | null>;
  /**
   * Writes the same picture, upright, in its own format and colors, with nothing beside. One with
   * too many pixels is made smaller where that is cheap.
   */
  strip(path: string, output: string): Promise<Failure | null>;
  /** A new image with nothing of the old one but its pixels. `source` is called when it is its turn. */
  transform(
    source: () => Promise<Buffer | Failure>,
    options: TransformOptions,
    format: OutputFormat,
  ): Promise<Buffer | Failure>;
}

export interface ImageDecoderOptions {
  /** Images worked on at once. */
  concurrency?: number;
  /** Images that may wait; beyond that callers are asked to come back. */
  queue?: number;
}

/** Width times height times frames, as on a hosted project. */
const MOST_PIXELS = 50_000_000;
/** A JPEG can be opened at half its size, so that the largest of telephones' fit. */
const MOST_JPEG_PIXELS = 4 * MOST_PIXELS;
/** Bytes of an image that is worked on in memory. */
export const LARGEST_IMAGE = 50 * 1024 * 1024;

const DEFAULT_QUALITY = 80;

/** AVIF shows the same at a lower number. */
const AVIF_FACTOR = 0.75;

export function createImageDecoder(options: ImageDecoderOptions = {}): ImageDecoder {
  const turn = pLimit(options.concurrency ?? 2);
  const queue = options.queue ?? 100;

  async function inTurn<T>(
    work: () => Promise<T | Failure>,
    refuse: (reason: string) => Failure = unusable,
  ): Promise<T | Failure> {
    if (turn.pendingCount >= queue) {
      return slowDown('Too many images are waiting, please try again', 2);
    }
    return turn(async () => {
      try {
        return await work();
      } catch (error) {
        if (isDecoderError(error)) return refuse(error.message);
        throw error;
      }
    });
  }

  return {
    check: (path) =>
      inTurn(async () => {
        const sharp = await loadSharp();
        const { format, height, width, pages = 1 } = await sharp(path).metadata();
        const mostPixels = format === 'jpeg' ? MOST_JPEG_PIXELS : MOST_PIXELS;
        if (width * height * pages > mostPixels) return tooManyPixels();
        // As strict as the drawing of what people see, or it would fail there.
        await sharp(path, {
          limitInputPixels: mostPixels,
          failOn: 'warning',
          animated: isAnimated(format),
          sequentialRead: true,
        })
          .resize(64, 64, { fit: 'inside' })
          .raw()
          .toBuffer();
        return null;
      }, damaged),
    strip: (path, output) =>
      inTurn(async () => {
        const sharp = await loadSharp();
        const { format, height, width, space, isPalette } = await sharp(path).metadata();
        const options = { limitInputPixels: MOST_JPEG_PIXELS, animated: isAnimated(format) };
        const image = sharp(path, options).autoOrient();
        if (width * height > MOST_PIXELS && format === 'jpeg') {
          const side = Math.floor(Math.max(width, height) / 2);
          image.resize(side, side, { fit: 'inside' });
        }
        // A picture for printing is turned into colors of the screen, so its profile is not its own.
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
      }, damaged),
    transform: (source, options, format) =>
      inTurn(async () => {
        const bytes = await source();
        if (bytes instanceof Failure) return bytes;
        const sharp = await loadSharp();
        const animated = format === 'gif' || format === 'webp';
        const image = sharp(bytes, { limitInputPixels: mostPixelsOf(bytes), animated })
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

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

/** The library throws plain errors with messages of its own for what it cannot decode. */
function isDecoderError(error: unknown): error is Error {
  return error instanceof Error && !('code' in error) && error.constructor === Error;
}

/** JPEG files begin with it; only they are opened at less than their size. */
const mostPixelsOf = (bytes: Buffer) =>
  bytes[0] === 0xff && bytes[1] === 0xd8 ? MOST_JPEG_PIXELS : MOST_PIXELS;

const isAnimated = (format: string | undefined) => format === 'gif' || format === 'webp';

/** Whether a WebP holds its pixels as they were drawn (a chunk `VP8L`). */
async function isLossless(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead).includes('VP8L');
  } finally {
    await file.close();
  }
}

const tooManyPixels = () =>
  invalidRequest('The picture has too many pixels: at most 50 million, a JPEG 200 million');

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
