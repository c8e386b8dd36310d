import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Failure, invalidKey, noSuchBucket, noSuchKey } from '../failure.ts';
import { isValidKey } from '../names.ts';
import { ownerOf } from '../owner-of.ts';
import { readJson } from '../read-json.ts';
import { findBucket } from '../rows/buckets.ts';
import { findObject } from '../rows/objects.ts';
import { asCaller, asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { checkTransfer } from '../upload/judge-transfer.ts';
import { storeRow } from '../upload/store-object.ts';
import { presentObject } from './remove-objects.ts';
import { testUpload } from './upload-object.ts';

const body = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
  metadata: z.object({ cacheControl: z.string().optional() }).optional(),
  copyMetadata: z.boolean().default(true),
});

export async function copyObject(call: StorageCall): Promise<Response | Failure> {
  const read = await readJson(call.request, body);
  if (!read.ok) return read.failure;
  const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey } = read.body;
  if (!isValidKey(destinationKey)) return invalidKey(destinationKey);
  if (!isValidKey(sourceKey)) return noSuchKey();

  const source = await asCaller(call, (tx) => findObject(tx, bucketId, sourceKey));
  if (!source?.version) return noSuchKey();
  const bucket = await asService(call, (tx) => findBucket(tx, destinationBucket));
  if (!bucket) return noSuchBucket();
  const upsert = call.request.headers.get('x-upsert') === 'true';
  const to = { bucket, name: destinationKey, ownerId: ownerOf(call), upsert };
  const refusal =
    (await testUpload(call, to)) ??
    (destinationBucket === bucketId
      ? null
      : await checkTransfer(call, source, destinationBucket, destinationKey));
  if (refusal) return refusal;

  const version = randomUUID();
  await call.files.copy(source.version, version);
  const { copyMetadata, metadata } = read.body;
  const stored = await storeRow(call, upsert, {
    bucket: bucket.id,
    name: destinationKey,
    version,
    ownerId: to.ownerId,
    metadata: {
      ...source.metadata,
      ...(copyMetadata ? {} : metadata),
      lastModified: new Date().toISOString(),
    },
    userMetadata: copyMetadata ? source.user_metadata : null,
  });
  if (stored instanceof Failure) return stored;
  const copy = await asService(call, (tx) => findObject(tx, bucket.id, destinationKey));
  if (!copy) return noSuchKey();
  return Response.json({
    Id: stored.id,
    Key: `${bucket.id}/${destinationKey}`,
    ...presentObject(copy),
  });
}
