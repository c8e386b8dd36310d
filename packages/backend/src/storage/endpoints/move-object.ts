import { z } from 'zod';
import { type Failure, invalidKey, noSuchKey } from '../failure.ts';
import { isValidKey } from '../names.ts';
import { readJson } from '../read-json.ts';
import { findObject, moveObject as moveRow } from '../rows/objects.ts';
import { asCaller } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { checkTransfer } from '../upload/judge-transfer.ts';

const body = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
});

/** Only the row changes: the file's key doesn't contain the name. */
export async function moveObject(call: StorageCall): Promise<Response | Failure> {
  const read = await readJson(call.request, body);
  if (!read.ok) return read.failure;
  const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey } = read.body;
  if (!isValidKey(destinationKey)) return invalidKey(destinationKey);
  if (!isValidKey(sourceKey)) return noSuchKey();

  if (destinationBucket !== bucketId) {
    const object = await asCaller(call, (tx) => findObject(tx, bucketId, sourceKey));
    if (!object) return noSuchKey();
    const refusal = await checkTransfer(call, object, destinationBucket, destinationKey);
    if (refusal) return refusal;
  }
  const moved = await asCaller(call, (tx) =>
    moveRow(tx, {
      bucket: bucketId,
      name: sourceKey,
      toBucket: destinationBucket,
      toName: destinationKey,
    }),
  );
  if (!moved) return noSuchKey();
  return Response.json({ message: 'Successfully moved', Id: moved.id, Key: moved.name });
}
