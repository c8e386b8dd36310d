import { z } from 'zod';

/** Body fields that endpoints share; missing ones read as empty. */
export const text = z.string().default('');
export const metadata = z.record(z.string(), z.unknown());

/**
 * Bytes of metadata an account may store about itself; every token and every response about it
 * contains them.
 */
export const LARGEST_METADATA = 16_384;

/** Metadata that visitors send about themselves. */
export const ownMetadata = metadata.refine(
  (data) => Buffer.byteLength(JSON.stringify(data)) <= LARGEST_METADATA,
  'must not be longer than 16 kB',
);
