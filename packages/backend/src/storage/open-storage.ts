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
  /** For files; with S3 only for temporary ones: staged uploads and transformed images. */
  directory: string;
  /** Null to store files on disk. */
  s3: S3Settings | null;
  /** Key of the tokens in signed URLs (base64url). */
  urlKey: string;
  /** Maximum size of any object in bytes; 50 MiB by default. */
  largestObject?: number;
  /**
   * Removes place, time, camera and comments from images and videos in public buckets; off by
   * default, as on a hosted project, which delivers what it received.
   */
  stripPublic?: boolean;
  /**
   * Private buckets whose files are published later in another way. Their uploads are stripped too;
   * existing files stay as they are, since somebody may have noted their hash.
   */
  stripAlso?: readonly string[];
  onError?: (error: unknown) => void;
}

export interface OpenedStorage extends Storage {
  /** Removes what interrupted uploads left behind; returns the number of files. */
  sweep(): Promise<number>;
}

const FIFTY_MEBIBYTE = 50 * 1024 * 1024;

/** Storage with everything it needs. */
export async function openStorage(options: OpenStorageOptions): Promise<OpenedStorage> {
  const { database, directory } = options;
  const stagingDirectory = join(directory, 'incoming');
  await mkdir(stagingDirectory, { recursive: true });
  const files = await openFileStore(options);
  const renditions = await openRenditions(join(directory, 'renditions'));
  const storage = createStorage({
    database,
    files,
    stagingDirectory,
    largestObject: options.largestObject ?? FIFTY_MEBIBYTE,
    urlTokens: createUrlTokens(options.urlKey),
    images: createImageDecoder(),
    stripPublic: options.stripPublic ?? false,
    stripAlso: options.stripAlso ?? [],
    renditions,
    ...(options.onError ? { onError: options.onError } : {}),
  });
  return {
    ...storage,
    sweep: () => sweep({ database, files, renditions, stagingDirectory, now: Date.now() }),
  };
}

/** Opens the store for the bytes of objects. */
export async function openFileStore({
  directory,
  s3,
}: Pick<OpenStorageOptions, 'directory' | 's3'>) {
  return s3 ? openS3FileStore(s3) : createDiskFileStore(join(directory, 'objects'));
}
