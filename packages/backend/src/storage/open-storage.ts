import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { createDiskFileStore } from './files/disk-file-store.ts';
import { openS3FileStore, type S3Settings } from './files/s3-file-store.ts';
import { createImageDecoder } from './images/image-decoder.ts';
import { openRenditions } from './images/renditions.ts';
import { createStorage, type Storage } from './storage.ts';
import { sweep } from './sweep.ts';
import { createUrlTokens } from './url-tokens.ts';

export interface OpenStorageOptions {
  database: Database;
  /** For files, or with S3 for what is not kept: staged uploads and transformed images. */
  directory: string;
  /** Null to keep files on disk. */
  s3: S3Settings | null;
  /** Keys the tokens in signed addresses (base64url). */
  urlKey: string;
  /** Bytes that any object may have at most; 50 MiB unless given. */
  largestObject?: number;
  /**
   * Pictures and videos of public buckets lose place, time, camera and comments; off unless told,
   * as on a hosted project, which delivers what it received.
   */
  stripPublic?: boolean;
  /**
   * Private buckets whose files are published later by another way. Their uploads are stripped too;
   * what lies there already stays as it is, since somebody may have noted its hash.
   */
  stripAlso?: readonly string[];
  onError?: (error: unknown) => void;
}

export interface OpenedStorage extends Storage {
  /** Removes what interrupted uploads left behind; returns how many files. */
  sweep(): Promise<number>;
}

const FIFTY_MEBIBYTE = 50 * 1024 * 1024;

/** Storage with everything it works with. */
export async function openStorage(options: OpenStorageOptions): Promise<OpenedStorage> {
  const { database, directory } = options;
  const stagingDirectory = join(directory, 'incoming');
  await mkdir(stagingDirectory, { recursive: true });
  const files = await openFileStore(options);
  const storage = createStorage({
    database,
    files,
    stagingDirectory,
    largestObject: options.largestObject ?? FIFTY_MEBIBYTE,
    urlTokens: createUrlTokens(options.urlKey),
    images: createImageDecoder(),
    stripPublic: options.stripPublic ?? false,
    stripAlso: options.stripAlso ?? [],
    renditions: await openRenditions(join(directory, 'renditions')),
    ...(options.onError ? { onError: options.onError } : {}),
  });
  return {
    ...storage,
    sweep: () => sweep({ database, files, stagingDirectory, now: Date.now() }),
  };
}

/** Where the bytes of objects lie. */
export async function openFileStore({
  directory,
  s3,
}: Pick<OpenStorageOptions, 'directory' | 's3'>) {
  return s3 ? openS3FileStore(s3) : createDiskFileStore(join(directory, 'objects'));
}
