import { modifiedAt } from '../deliver/delivery-headers.ts';
import { Failure } from '../failure.ts';
import type { StorageCall } from '../services.ts';
import { type Found, findAllowed, findPublic } from './find-for-reader.ts';

export const describePublic = async (call: StorageCall) => describe(await findPublic(call));
export const describeAllowed = async (call: StorageCall) => describe(await findAllowed(call));

async function describe(found: Found | Failure): Promise<Response | Failure> {
  if (found instanceof Failure) return found;
  const { object } = found;
  const { metadata } = object;
  return Response.json(
    {
      id: object.id,
      name: object.name,
      version: object.version,
      bucket_id: object.bucket_id,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: object.user_metadata,
      last_modified: object.updated_at,
      created_at: object.created_at,
    },
    {
      headers: {
        'last-modified': modifiedAt(object).toUTCString(),
        'cache-control': 'no-store',
      },
    },
  );
}
