import type { OutputFormat } from './image-decoder.ts';
import type { TransformOptions } from './transform-options.ts';

const sources: Readonly<Record<string, OutputFormat>> = {
  'image/avif': 'avif',
  'image/webp': 'webp',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/**
 * The smallest format that the client's Accept header names; the image's own if none is named or
 * `origin` is requested. Animations stay animated: WebP supports that, AVIF here doesn't.
 */
export function chooseFormat(
  mimetype: string,
  wanted: TransformOptions['format'],
  accept: string,
): OutputFormat {
  const source = sources[mimetype] ?? 'jpeg';
  const moves = source === 'gif';
  if (wanted === 'origin') return source;
  if (wanted) return moves && wanted === 'avif' ? 'webp' : wanted;
  if (accept.includes('image/avif') && !moves) return 'avif';
  if (accept.includes('image/webp')) return 'webp';
  return source;
}
