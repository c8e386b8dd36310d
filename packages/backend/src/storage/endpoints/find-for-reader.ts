import type { Audience } from '../deliver/delivery-headers.ts';
import { Failure, invalidKey, noSuchBucket, noSuchKey } from '../failure.ts';
import { isValidKey } from '../names.ts';
import { findBucket } from '../rows/buckets.ts';
import { findObject } from '../rows/objects.ts';
import type { StoredObject } from '../rows/row-types.ts';
import { asCaller, asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';

export interface Found {
  object: StoredObject;
  audience: Audience;
}

/** Finds an object of a public bucket by its public URL. */
export async function findPublic(call: StorageCall): Promise<Found | Failure> {
  const { bucket: bucketId = '', name = '' } = call.params;
  if (!isValidKey(name)) return invalidKey(name);
  return asService(call, async (tx) => {
    const bucket = await findBucket(tx, bucketId);
    if (!bucket?.public) return noSuchBucket();
    const object = await findObject(tx, bucketId, name);
    return object ? { object, audience: { kind: 'public' } } : noSuchKey();
  });
}

/** Finds an object that the caller's policies allow, or any of a public bucket. */
export async function findAllowed(call: StorageCall): Promise<Found | Failure> {
  const { bucket: bucketId = '', name = '' } = call.params;
  if (!isValidKey(name)) return invalidKey(name);
  const bucket = await asService(call, (tx) => findBucket(tx, bucketId));
  if (!bucket || (!bucket.public && !call.authenticated)) return noSuchBucket();
  const transact = bucket.public ? asService : asCaller;
  const object = await transact(call, (tx) => findObject(tx, bucketId, name));
  return object ? { object, audience: { kind: 'private' } } : noSuchKey();
}

/** Finds the object that a signed URL grants, with the other signed values. */
export async function findSigned(
  call: StorageCall,
): Promise<(Found & { transformations: string }) | Failure> {
  const { bucket = '', name = '' } = call.params;
  const token = call.url.searchParams.get('token') ?? '';
  const grant = await call.urlTokens.verify(token, 'download', `${bucket}/${name}`);
  if (grant instanceof Failure) return grant;
  const object = await asService(call, (tx) => findObject(tx, bucket, name));
  if (!object) return noSuchKey();
  return {
    object,
    audience: { kind: 'signed', until: grant.exp },
    transformations: grant.transformations ?? '',
  };
}
