import { z } from 'zod';

/** Maximum side length of a transformed image in pixels, as on a hosted project. */
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

/** Reads options from a query string or body; returns a message if they are invalid. */
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

/** The options in a signed URL's token. Empty if nothing is to be transformed. */
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

/** The header that reports the transformation, in the syntax of the protocol's image service. */
export function describeTransformations(options: TransformOptions): string {
  const types = { cover: 'fill', contain: 'fit', fill: 'force' };
  return writeTransformations(options).replace(
    /resize:(cover|contain|fill)/,
    (_match, resize: keyof typeof types) => `resizing_type:${types[resize]}`,
  );
}
