import { z } from 'zod';
import { type Failure, invalidRequest, noSuchBucket } from '../failure.ts';
import * as buckets from '../rows/buckets.ts';
import { asCaller } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';

const query = z.object({
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
  search: z.string().optional(),
});

export async function listBuckets(call: StorageCall): Promise<Response | Failure> {
  const parsed = query.safeParse(Object.fromEntries(call.url.searchParams));
  if (!parsed.success) return invalidRequest(`querystring: ${parsed.error.issues[0]?.message}`);
  const { limit, sortColumn, sortOrder, search, offset } = parsed.data;
  const page = { limit, sortColumn, sortOrder, search, offset };
  return Response.json(await asCaller(call, (tx) => buckets.listBuckets(tx, page)));
}

export async function getBucket(call: StorageCall): Promise<Response | Failure> {
  const bucket = await asCaller(call, (tx) => buckets.findBucket(tx, call.params.bucket ?? ''));
  return bucket ? Response.json(bucket) : noSuchBucket();
}
