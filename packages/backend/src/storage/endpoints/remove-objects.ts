import { z } from 'zod';
import { accessDenied, type Failure, noSuchKey } from '../failure.ts';
import { LARGEST_LIST, readJson } from '../read-json.ts';
import { deleteObject, deleteObjects, findObject } from '../rows/objects.ts';
import type { StoredObject } from '../rows/row-types.ts';
import { asCaller, asService } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { discardVersions } from '../upload/discard-versions.ts';

const body = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** Returns the deleted objects; silently skips those that the caller may not delete. */
export async function removeObjects(call: StorageCall): Promise<Response | Failure> {
  const read = await readJson(call.request, body, LARGEST_LIST);
  if (!read.ok) return read.failure;
  const names = read.body.prefixes.filter((name) => !name.includes('\0'));
  const removed = await asCaller(call, (tx) => deleteObjects(tx, call.params.bucket ?? '', names));
  await discardVersions(
    call,
    removed.map(({ version }) => version),
  );
  return Response.json(removed.map(presentObject));
}

export async function removeObject(call: StorageCall): Promise<Response | Failure> {
  const { bucket = '', name = '' } = call.params;
  const object = await asService(call, (tx) => findObject(tx, bucket, name));
  if (!object) return noSuchKey();
  const removed = await asCaller(call, (tx) => deleteObject(tx, bucket, name));
  if (!removed) return accessDenied();
  await discardVersions(call, [object.version]);
  return Response.json({ message: 'Successfully deleted' });
}

export function presentObject(object: StoredObject) {
  return {
    bucket_id: object.bucket_id,
    name: object.name,
    owner: object.owner,
    owner_id: object.owner_id,
    version: object.version,
    id: object.id,
    updated_at: object.updated_at,
    created_at: object.created_at,
    last_accessed_at: object.last_accessed_at,
    metadata: object.metadata,
    user_metadata: object.user_metadata,
  };
}
