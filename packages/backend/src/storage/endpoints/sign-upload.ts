import { Failure, invalidKey, noSuchBucket } from '../failure.ts';
import { isValidKey } from '../names.ts';
import { ownerOf } from '../owner-of.ts';
import { findBucket } from '../rows/buckets.ts';
import { asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { receiveObject, testUpload } from './upload-object.ts';

/** Seconds, as on a hosted project. */
const UPLOAD_LIFETIME = 2 * 60 * 60;

/** Creates a URL that lets someone without privileges upload that one object. */
export async function signUpload(call: StorageCall): Promise<Response | Failure> {
  const { bucket: bucketId = '', name = '' } = call.params;
  if (!isValidKey(name)) return invalidKey(name);
  const bucket = await asService(call, (tx) => findBucket(tx, bucketId));
  if (!bucket) return noSuchBucket();
  const upsert = call.request.headers.get('x-upsert') === 'true';
  const ownerId = ownerOf(call);
  const refusal = await testUpload(call, { bucket, name, ownerId, upsert });
  if (refusal) return refusal;
  const url = `${bucketId}/${name}`;
  const token = await call.urlTokens.sign(
    { scope: 'upload', url, upsert, ...(ownerId ? { owner: ownerId } : {}) },
    UPLOAD_LIFETIME,
  );
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
}

export async function uploadSigned(call: StorageCall): Promise<Response | Failure> {
  const { bucket: bucketId = '', name = '' } = call.params;
  const url = `${bucketId}/${name}`;
  const token = call.url.searchParams.get('token') ?? '';
  const grant = await call.urlTokens.verify(token, 'upload', url);
  if (grant instanceof Failure) return grant;
  const bucket = await asService(call, (tx) => findBucket(tx, bucketId));
  if (!bucket) return noSuchBucket();
  const stored = await receiveObject(call, {
    bucket,
    name,
    ownerId: grant.owner ?? null,
    upsert: grant.upsert,
  });
  return stored instanceof Failure ? stored : Response.json({ Key: url });
}
