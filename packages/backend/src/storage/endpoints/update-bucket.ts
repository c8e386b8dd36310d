import { z } from 'zod';
import {
  type Failure,
  invalidMimeType,
  invalidRequest,
  noSuchBucket,
  tooLarge,
} from '../failure.ts';
import { fileSize } from '../file-size.ts';
import { readJson } from '../read-json.ts';
import { changeBucket } from '../rows/buckets.ts';
import { asCaller } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';
import { isMimeTypePattern, mimeTypes } from './create-bucket.ts';

const body = z.object({
  public: z.boolean().optional(),
  file_size_limit: fileSize.optional(),
  allowed_mime_types: mimeTypes.optional(),
});

export async function updateBucket(call: StorageCall): Promise<Response | Failure> {
  const read = await readJson(call.request, body);
  if (!read.ok) return read.failure;
  const change = read.body;
  if (Object.values(change).every((value) => value === undefined)) {
    return invalidRequest('No content provided');
  }
  if ((change.file_size_limit ?? 0) > call.largestObject) return tooLarge();
  const types = change.allowed_mime_types?.filter(Boolean) ?? change.allowed_mime_types;
  const wrong = types?.find((entry) => !isMimeTypePattern(entry));
  if (wrong !== undefined) return invalidMimeType(wrong);
  const changed = await asCaller(call, (tx) =>
    changeBucket(tx, call.params.bucket ?? '', { ...change, allowed_mime_types: types }),
  );
  return changed ? Response.json({ message: 'Successfully updated' }) : noSuchBucket();
}
