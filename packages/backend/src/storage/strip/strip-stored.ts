import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Failure, noSuchKey } from '../failure.ts';
import { findBucket } from '../rows/buckets.ts';
import { findObject, replaceVersion } from '../rows/objects.ts';
import type { StoredObject } from '../rows/row-types.ts';
import { asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { discardVersions } from '../upload/discard-versions.ts';
import { stageBytes } from '../upload/stage-bytes.ts';
import { isStrippable, stripFile } from './strip-file.ts';

/** By version, so that concurrent requests share the same work. */
const running = new Map<string, Promise<StoredObject | Failure>>();

/**
 * The object, ready to be delivered: if it got into a public bucket other than by an upload
 * (earlier, imported or moved), it is stripped when first requested.
 */
export async function stripStored(
  call: StorageCall,
  object: StoredObject,
): Promise<StoredObject | Failure> {
  const { metadata, version } = object;
  if (!call.stripPublic || !version || metadata?.stripped || !isStrippable(metadata?.mimetype)) {
    return object;
  }
  const bucket = await asService(call, (tx) => findBucket(tx, object.bucket_id));
  if (!bucket?.public) return object;
  const started = running.get(version) ?? replace(call, object, version);
  running.set(version, started);
  try {
    return await started;
  } finally {
    running.delete(version);
  }
}

async function replace(
  call: StorageCall,
  object: StoredObject,
  version: string,
): Promise<StoredObject | Failure> {
  const bytes = await call.files.open(version);
  if (!bytes) return readAgain(call, object);
  const staged = await stageBytes(bytes, call.stagingDirectory, Number.POSITIVE_INFINITY);
  const stripped = await stripFile(staged, call).catch(async (error) => {
    await rm(staged.path, { force: true });
    throw error;
  });
  if (stripped === null || stripped instanceof Failure) {
    await rm(staged.path, { force: true });
    return stripped ?? object;
  }
  const next = randomUUID();
  await call.files.keep(next, stripped.path);
  const changed = await asService(call, (tx) =>
    replaceVersion(tx, object, next, {
      ...object.metadata,
      eTag: stripped.eTag,
      size: stripped.size,
      contentLength: stripped.size,
      lastModified: new Date().toISOString(),
      stripped: true,
    }),
  );
  await discardVersions(call, [changed ? version : next]);
  if (changed) return changed;
  return readAgain(call, object);
}

/** Somebody else was faster, in this process or another. */
async function readAgain(
  call: StorageCall,
  { bucket_id, name, version }: StoredObject,
): Promise<StoredObject | Failure> {
  const current = await asService(call, (tx) => findObject(tx, bucket_id, name));
  return current && current.version !== version ? current : noSuchKey();
}
