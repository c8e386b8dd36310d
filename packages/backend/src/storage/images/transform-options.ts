import { z } from 'zod';

/** Pixels a side of a transformed image may have, as on a hosted project. */
const LONGEST_SIDE = 2500;

const side = z.coerce.number().int().min(0).optional();

const options = z.object({
  width: side,
  height: side,
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(['origin', 'avif', 'webp']).optional(),
});

export type TransformOptions = z.infer<typeof options>;

/** Options from a query string or body; a sentence about what is wrong with them otherwise. */
export function readTransformOptions(given: unknown): TransformOptions | string {
  const parsed = options.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  const { width, height, ...rest } = parsed.data;
  return {
    ...rest,
    ...(width ? { width: Math.min(width, LONGEST_SIDE) } : {}),
    ...(height ? { height: Math.min(height, LONGEST_SIDE) } : {}),
  };
}

/** How a signed address carries them. Empty when nothing is to be done. */
export function writeTransformations(options: TransformOptions): string {
  const { height, width, resize, quality, format } = options;
  return [
    height && `height:${height}`,
    width && `width:${width}`,
    (height || width) && `resize:${resize ?? 'cover'}`,
    quality && `quality:${quality}`,
    format && format !== 'origin' && `format:${format}`,
  ]
    .filter(Boolean)
    .join(',');
}

export function parseTransformations(text: string): TransformOptions {
  const parsed = readTransformOptions(
    Object.fromEntries(text.split(',').map((part) => part.split(':', 2))),
  );
  return typeof parsed === 'string' ? {} : parsed;
}

/** The header in which the protocol tells what was done, in its image service's words. */
export function describeTransformations(options: TransformOptions): string {
  const types = { cover: 'fill', contain: 'fit', fill: 'force' };
  return writeTransformations(options).replace(
    /resize:(cover|contain|fill)/,
    (_match, resize: keyof typeof types) => `resizing_type:${types[resize]}`,
  );
}
