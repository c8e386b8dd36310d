import { z } from 'zod';

/** Body fields shared by endpoints; missing ones read as empty. */
export const text = z.string().default('');
export const metadata = z.record(z.string(), z.unknown());

/** Bytes of what an account may store about itself: every token and every answer about it carries that. */
export const LARGEST_METADATA = 16_384;

/** Metadata that visitors send about themselves. */
export const ownMetadata = metadata.refine(
  (data) => Buffer.byteLength(JSON.stringify(data)) <= LARGEST_METADATA,
  'must not be longer than 16 kB',
);
