import { alreadyExists, Failure, invalidKey, invalidMimeType, noSuchBucket } from '../failure.ts';
import { isValidKey } from '../names.ts';
import { ownerOf } from '../owner-of.ts';
import { findBucket } from '../rows/buckets.ts';
import { insertObject, type NewObject, upsertObject } from '../rows/objects.ts';
import { asService, testPermission } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { essenceOf, matchesMimeType } from '../upload/match-mime-type.ts';
import { receiveUpload } from '../upload/receive-upload.ts';
import { type Destination, limitOf, storeUpload, typesOf } from '../upload/store-object.ts';

/** POST: creates an object; with `x-upsert` it may replace an existing one. */
export const createObject = (call: StorageCall) =>
  upload(call, call.request.headers.get('x-upsert') === 'true');

/** PUT: creates or replaces the object of that name. */
export const replaceObject = (call: StorageCall) => upload(call, true);

async function upload(call: StorageCall, upsert: boolean): Promise<Response | Failure> {
  const { bucket: bucketId = '', name = '' } = call.params;
  if (!isValidKey(name)) return invalidKey(name);
  const bucket = await asService(call, (tx) => findBucket(tx, bucketId));
  if (!bucket) return noSuchBucket();
  const to = { bucket, name, ownerId: ownerOf(call), upsert };
  const refusal = await testUpload(call, to);
  if (refusal) return refusal;
  const stored = await receiveObject(call, to);
  if (stored instanceof Failure) return stored;
  return Response.json({ Id: stored.id, Key: `${bucket.id}/${name}` });
}

/** Checks the caller's policies before the first byte is read. */
export async function testUpload(call: StorageCall, to: Destination): Promise<Failure | null> {
  const { headers } = call.request;
  const trial: NewObject = {
    bucket: to.bucket.id,
    name: to.name,
    version: '1',
    ownerId: to.ownerId,
    metadata: {
      mimetype: headers.get('content-type') ?? 'application/octet-stream',
      contentLength: Number(headers.get('content-length') ?? 0),
    },
    userMetadata: null,
  };
  try {
    await testPermission(call, (tx) =>
      to.upsert ? upsertObject(tx, trial) : insertObject(tx, trial),
    );
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      return alreadyExists('KeyAlreadyExists');
    }
    throw error;
  }
}

export async function receiveObject(
  call: StorageCall,
  to: Destination,
): Promise<{ id: string } | Failure> {
  const allowed = typesOf(to.bucket, to.name);
  const received = await receiveUpload(call.request, {
    stagingDirectory: call.stagingDirectory,
    limit: limitOf(call, to.bucket, to.name),
    refuse: (mimetype) =>
      allowed.length > 0 && !matchesMimeType(mimetype, allowed)
        ? invalidMimeType(essenceOf(mimetype))
        : null,
  });
  return received instanceof Failure ? received : storeUpload(call, to, received);
}
