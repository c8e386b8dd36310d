import { Failure, noSuchBucket } from '../failure.ts';
import * as buckets from '../rows/buckets.ts';
import { deleteSome, hasObjects } from '../rows/objects.ts';
import { asCaller, asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { discardVersions } from '../upload/discard-versions.ts';

export async function deleteBucket(call: StorageCall): Promise<Response | Failure> {
  const id = call.params.bucket ?? '';
  const state = await asService(call, async (tx) => ({
    bucket: await buckets.findBucket(tx, id),
    isUsed: await hasObjects(tx, id),
  }));
  if (!state.bucket) return noSuchBucket();
  if (state.isUsed) {
    return new Failure(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty');
  }
  const deleted = await asCaller(call, (tx) => buckets.deleteBucket(tx, id));
  return deleted ? Response.json({ message: 'Successfully deleted' }) : noSuchBucket();
}

const BATCH = 500;

/** Finished when it responds, although the protocol's message promises less. */
export async function emptyBucket(call: StorageCall): Promise<Response | Failure> {
  const id = call.params.bucket ?? '';
  const bucket = await asCaller(call, (tx) => buckets.findBucket(tx, id));
  if (!bucket) return noSuchBucket();
  for (;;) {
    const versions = await asCaller(call, (tx) => deleteSome(tx, id, BATCH));
    await discardVersions(call, versions);
    if (versions.length < BATCH) break;
  }
  return Response.json({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  });
}
