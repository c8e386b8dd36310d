import { createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from '../storage/files/file-store.ts';

/** The parts of an object's row that concern its file. */
export interface MovedObject {
  id: string;
  bucket_id: string;
  name: string;
  version: string | null;
  metadata: { mimetype?: string; cacheControl?: string } | null;
  user_metadata: Record<string, unknown> | null;
}

/** The stored files of objects, on either side of a transfer. */
export interface ObjectFiles {
  /** Null when the file is missing. */
  read(object: MovedObject): Promise<Readable | null>;
  /** `path` is a file of the export and isn't moved. */
  write(object: MovedObject, path: string): Promise<void>;
  /** Whether writing a file also creates its row, as a hosted project's API does. */
  makesRows: boolean;
}

/** The key of an object's file in our own storage. */
const keyOf = ({ version, id }: Pick<MovedObject, 'version' | 'id'>) => version ?? id;

/** Our own storage's files. `stagingDirectory` exists and is on the same disk as the store. */
export function ownFiles(store: FileStore, stagingDirectory: string): ObjectFiles {
  return {
    makesRows: false,
    read: (object) => store.open(keyOf(object)),
    async write(object, path) {
      const staged = join(stagingDirectory, object.id);
      await copyFile(path, staged);
      await store.keep(keyOf(object), staged);
    },
  };
}

/** A hosted project's files, through its storage API with the secret key. */
export function hostedFiles(projectUrl: string, secretKey: string): ObjectFiles {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const pathOfChange = ({ bucket_id: bucket, name }: MovedObject) =>
    new URL(
      `/storage/v1/object/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`,
      projectUrl,
    );
  return {
    makesRows: true,
    async read(object) {
      const response = await fetch(pathOfChange(object), { headers });
      if (!response.ok || !response.body) return null;
      return Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
    },
    async write(object, path) {
      const { metadata, user_metadata: own } = object;
      const response = await fetch(pathOfChange(object), {
        method: 'POST',
        headers: {
          ...headers,
          'x-upsert': 'true',
          'content-type': metadata?.mimetype ?? 'application/octet-stream',
          'content-length': String((await stat(path)).size),
          'cache-control': metadata?.cacheControl ?? 'no-cache',
          ...(own ? { 'x-metadata': Buffer.from(JSON.stringify(own)).toString('base64') } : {}),
        },
        body: Readable.toWeb(createReadStream(path)) as ReadableStream,
        duplex: 'half',
      } as RequestInit);
      if (!response.ok) {
        throw new Error(`${object.bucket_id}/${object.name}: ${await response.text()}`);
      }
    },
  };
}
