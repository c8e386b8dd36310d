import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Failure, tooLarge } from '../failure.ts';

/** A complete file that isn't part of an object yet. */
export interface StagedFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Quoted MD5 of the bytes, like S3's ETags. */
  eTag: string;
}

/** Carries an expected failure out of a running stream. */
export class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Writes a stream to a new file, with no more than a chunk in memory. If it rejects (Refused past
 * `limit` bytes, or the stream's own error), nothing is left behind. The folder must exist: a
 * stream that had to wait for it could fail before anybody listens.
 */
export async function stageBytes(
  bytes: Readable,
  directory: string,
  limit: number,
): Promise<StagedFile> {
  const path = join(directory, randomUUID());
  const hash = createHash('md5');
  let size = 0;
  try {
    await pipeline(
      bytes,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > limit) throw new Refused(tooLarge());
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, size, eTag: `"${hash.digest('hex')}"` };
}
