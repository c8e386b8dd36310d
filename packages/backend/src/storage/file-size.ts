import { z } from 'zod';

const units: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** A size limit as clients write it: bytes, `20mb`, or null for none. Converted to bytes. */
export const fileSize = z.union([
  z.number().int().min(0).nullable(),
  z
    .string()
    .regex(
      /^\d+(\.\d+)?(b|kb|mb|gb)$/i,
      'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
    )
    .transform((text) => {
      const unit = /[a-z]+$/i.exec(text)?.[0] ?? 'b';
      return Math.round(Number.parseFloat(text) * (units[unit.toLowerCase()] ?? 1));
    }),
]);
