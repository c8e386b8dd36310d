import { rm } from 'node:fs/promises';
import { Failure, noSuchKey, tooLarge } from '../failure.ts';
import { findBucket } from '../rows/buckets.ts';
import type { StoredObject } from '../rows/row-types.ts';
import { asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { stageBytes } from './stage-bytes.ts';
import { limitOf, resolveMimeType, typesOf } from './store-object.ts';

/**
 * Why another bucket doesn't accept the object, or null. Its limits also apply to objects from a
 * bucket without limits; otherwise they could be bypassed.
 */
export async function checkTransfer(
  call: StorageCall,
  object: StoredObject,
  bucketId: string,
  name: string,
): Promise<Failure | null> {
  const bucket = await asService(call, (tx) => findBucket(tx, bucketId));
  if (!bucket) return new Failure(404, 'InvalidRequest', 'The related resource does not exist');
  const limit = limitOf(call, bucket, name);
  if ((object.metadata?.size ?? 0) > limit) return tooLarge();
  if (typesOf(bucket, name).length === 0) return null;
  const bytes = object.version && (await call.files.open(object.version));
  if (!bytes) return noSuchKey();
  const staged = await stageBytes(bytes, call.stagingDirectory, limit);
  try {
    const mimetype = object.metadata?.mimetype ?? 'application/octet-stream';
    const judged = await resolveMimeType(call, bucket, name, { ...staged, mimetype });
    return judged instanceof Failure ? judged : null;
  } finally {
    await rm(staged.path, { force: true });
  }
}
