import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openS3FileStore, type S3Settings } from '@liv-fit/backend/storage';
import { freeBytes } from '#server/setup/free-bytes.ts';

/** Where backups are stored: a folder, or a prefix in an S3-compatible store. */
export interface BackupPlace {
  /** As configured. */
  address: string;
  list(): Promise<string[]>;
  /**
   * Afterwards either the whole file exists under that name or nothing does; `source` may be gone.
   */
  keep(name: string, source: string): Promise<void>;
  /** Null if there is no such file. */
  open(name: string): Promise<Readable | null>;
  remove(names: readonly string[]): Promise<void>;
  /** Null when unknown. */
  freeBytes(): Promise<number | null>;
}

/** The store's endpoint and keys; bucket and prefix are part of the place's address. */
export type S3Access = Omit<S3Settings, 'bucket' | 'prefix'>;

export const isS3Url = (address: string) => address.startsWith('s3://');

/** `address` is a folder or `s3://bucket/prefix`. Throws if the keys for the store are missing. */
export async function openBackupPlace(address: string, s3: S3Access | null): Promise<BackupPlace> {
  if (!isS3Url(address)) return openFolder(address);
  if (!s3) throw new Error(`${address} needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  return openS3(address, s3);
}

function openFolder(directory: string): BackupPlace {
  const pathOf = (name: string) => path.join(directory, path.basename(name));
  return {
    address: directory,
    list: () => readdir(directory).catch(missingIs([])),
    async keep(name, source) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const unfinished = `${pathOf(name)}.unfinished`;
      try {
        const target = createWriteStream(unfinished, { mode: 0o600, flush: true });
        await pipeline(createReadStream(source), target);
        await rename(unfinished, pathOf(name));
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async open(name) {
      const file = await open(pathOf(name)).catch(missingIs(null));
      return file?.createReadStream() ?? null;
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    // The folder is only created by the first backup.
    freeBytes: async () => (await freeBytes(directory)) ?? freeBytes(path.dirname(directory)),
  };
}

async function openS3(address: string, access: S3Access): Promise<BackupPlace> {
  const { host: bucket, pathname } = new URL(address);
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  const store = await openS3FileStore({
    ...access,
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
  });
  return {
    address,
    async list() {
      const names: string[] = [];
      for await (const { key } of store.list()) names.push(key);
      return names;
    },
    keep: (name, source) => store.keep(name, source),
    open: (name) => store.open(name),
    remove: (names) => store.remove(names),
    freeBytes: async () => null,
  };
}

function missingIs<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
