import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { alreadyExists, Failure } from '../failure.ts';
import { isEmptyFolder } from '../names.ts';
import {
  findObject,
  insertObject,
  lockVersion,
  type NewObject,
  upsertObject,
} from '../rows/objects.ts';
import type { Bucket } from '../rows/row-types.ts';
import { asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { stripFile } from '../strip/strip-file.ts';
import { discardVersions } from './discard-versions.ts';
import { inspectContent } from './inspect-content.ts';
import { matchesMimeType } from './match-mime-type.ts';
import type { ReceivedUpload } from './receive-upload.ts';

/** Bytes that the bucket accepts for that name. */
export function limitOf(call: StorageCall, bucket: Bucket, name: string): number {
  if (isEmptyFolder(name)) return 0;
  return Math.min(call.largestObject, bucket.file_size_limit ?? Number.POSITIVE_INFINITY);
}

/** The types that the bucket accepts for that name; empty for all. */
export function typesOf(bucket: Bucket, name: string): readonly string[] {
  return isEmptyFolder(name) ? [] : (bucket.allowed_mime_types ?? []);
}

/** The type to deliver the staged file as, or why it is refused. */
export async function resolveMimeType(
  call: StorageCall,
  bucket: Bucket,
  name: string,
  file: { path: string; size: number; mimetype: string },
): Promise<string | Failure> {
  const allowed = typesOf(bucket, name);
  if (allowed.length === 0 || matchesMimeType('*', allowed)) return file.mimetype;
  return inspectContent({ ...file, allowed, images: call.images });
}

export interface Destination {
  bucket: Bucket;
  name: string;
  ownerId: string | null;
  upsert: boolean;
}

/**
 * Turns a received upload into an object. Stores the file first and the row second: a crash in
 * between leaves a file without a row, which the sweep removes, and never a row without its file.
 */
export async function storeUpload(
  call: StorageCall,
  to: Destination,
  upload: ReceivedUpload,
): Promise<{ id: string } | Failure> {
  let { file } = upload;
  try {
    const judged = { ...file, mimetype: upload.mimetype };
    const mimetype = await resolveMimeType(call, to.bucket, to.name, judged);
    if (mimetype instanceof Failure) return mimetype;
    const strips = (call.stripPublic && to.bucket.public) || call.stripAlso.includes(to.bucket.id);
    const stripped = strips ? await stripFile(file, call) : null;
    if (stripped instanceof Failure) return stripped;
    file = stripped ?? file;
    const version = randomUUID();
    await call.files.keep(version, file.path);
    return await storeRow(call, to.upsert, {
      bucket: to.bucket.id,
      name: to.name,
      version,
      ownerId: to.ownerId,
      metadata: {
        eTag: file.eTag,
        size: file.size,
        mimetype,
        cacheControl: upload.cacheControl,
        lastModified: new Date().toISOString(),
        contentLength: file.size,
        httpStatusCode: 200,
        ...(stripped ? { stripped: true } : {}),
      },
      userMetadata: upload.userMetadata ?? {},
    });
  } finally {
    await rm(file.path, { force: true });
  }
}

/** Writes the row for a stored file, and removes whichever file is then unused. */
export async function storeRow(
  call: StorageCall,
  upsert: boolean,
  object: NewObject,
): Promise<{ id: string } | Failure> {
  try {
    const { id, replaced } = await asService(call, async (tx) => {
      const replaced = await lockVersion(tx, object.bucket, object.name);
      if (upsert) return { id: await upsertObject(tx, object), replaced };
      await insertObject(tx, object);
      return { id: (await findObject(tx, object.bucket, object.name))?.id ?? '', replaced };
    });
    await discardVersions(call, [replaced]);
    return { id };
  } catch (error) {
    await discardVersions(call, [object.version]);
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      return alreadyExists('KeyAlreadyExists');
    }
    throw error;
  }
}
