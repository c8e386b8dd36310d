import pLimit from 'p-limit';
import { Failure, invalidRequest } from '../failure.ts';
import { loadSharp } from './load-sharp.ts';
import type { TransformOptions } from './transform-options.ts';

export type OutputFormat = 'avif' | 'webp' | 'jpeg' | 'png' | 'gif';

export interface ImageDecoder {
  /** Decodes a file as a whole; null when it is a sound image within bounds. */
  check(path: string): Promise<Failure | null>;
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

const DEFAULT_QUALITY = 80;

/** AVIF shows the same at a lower number. */
const AVIF_FACTOR = 0.75;

export function createImageDecoder(options: ImageDecoderOptions = {}): ImageDecoder {
  const turn = pLimit(options.concurrency ?? 2);
  const queue = options.queue ?? 100;

  async function inTurn<T>(work: () => Promise<T | Failure>): Promise<T | Failure> {
    if (turn.pendingCount >= queue) {
      return new Failure(429, 'SlowDown', 'Too many images are waiting, please try again', {
        httpStatus: 429,
        headers: { 'retry-after': '2' },
      });
    }
    return turn(async () => {
      try {
        return await work();
      } catch (error) {
        if (isDecoderError(error)) return unusable(error.message);
        throw error;
      }
    });
  }

  return {
    check: (path) =>
      inTurn(async () => {
        const sharp = await loadSharp();
        const opened = { limitInputPixels: MOST_PIXELS, failOn: 'truncated' } as const;
        await sharp(path, { ...opened, sequentialRead: true })
          .resize(64, 64, { fit: 'inside' })
          .raw()
          .toBuffer();
        return null;
      }),
    transform: (source, options, format) =>
      inTurn(async () => {
        const bytes = await source();
        if (bytes instanceof Failure) return bytes;
        const sharp = await loadSharp();
        const animated = format === 'gif' || format === 'webp';
        const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, animated })
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

function unusable(reason: string): Failure {
  return invalidRequest(
    /pixel limit|too large|dimension/i.test(reason)
      ? 'The source image resolution is too large to process'
      : 'The source image is invalid or unsupported for rendering',
  );
}
