import { z } from 'zod';
import { alreadyExists, Failure, invalidMimeType, tooLarge } from '../failure.ts';
import { fileSize } from '../file-size.ts';
import { isUuid, isValidBucketName } from '../names.ts';
import { ownerOf } from '../owner-of.ts';
import { readJson } from '../read-json.ts';
import { insertBucket } from '../rows/buckets.ts';
import { asCaller } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';

/** Types that a bucket may list: exact ones, families, or all. */
export const mimeTypes = z.array(z.string()).max(200).nullable();

const body = z.object({
  name: z.string(),
  id: z.string().optional(),
  public: z.boolean().optional(),
  type: z.enum(['STANDARD', 'ANALYTICS']).optional(),
  file_size_limit: fileSize.optional(),
  allowed_mime_types: mimeTypes.optional(),
});

export async function createBucket(call: StorageCall): Promise<Response | Failure> {
  const read = await readJson(call.request, body);
  if (!read.ok) return read.failure;
  const { name, id = name, type, file_size_limit: limit = null } = read.body;
  if (!isValidBucketName(name) || !isValidBucketName(id)) {
    return new Failure(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' });
  }
  if (type === 'ANALYTICS') {
    return new Failure(
      409,
      'FeatureNotEnabled',
      'The feature Iceberg buckets are not enabled for this tenant is not enabled for this resource',
    );
  }
  if (limit !== null && limit > call.largestObject) return tooLarge();
  const types = read.body.allowed_mime_types?.filter(Boolean) ?? null;
  const wrong = types?.find((entry) => !isMimeTypePattern(entry));
  if (wrong !== undefined) return invalidMimeType(wrong);

  const ownerId = ownerOf(call);
  try {
    await asCaller(call, (tx) =>
      insertBucket(tx, {
        id,
        name,
        owner: ownerId && isUuid(ownerId) ? ownerId : null,
        ownerId,
        public: read.body.public ?? false,
        fileSizeLimit: limit,
        allowedMimeTypes: types,
      }),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      return alreadyExists('BucketAlreadyExists');
    }
    throw error;
  }
  return Response.json({ name });
}

export function isMimeTypePattern(text: string): boolean {
  return (
    text.length <= 1000 &&
    /^([a-z0-9\-+.]+\/([a-z0-9\-+.]+(;\s*charset=[a-z0-9-]+)?|\*)|\*)$/i.test(text)
  );
}
