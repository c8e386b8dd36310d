import type { Queryable } from '../../database/database.ts';
import type { Bucket } from './row-types.ts';

const columns =
  'id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at';

export async function findBucket(tx: Queryable, id: string): Promise<Bucket | null> {
  const { rows } = await tx.query<Bucket>({
    name: 'storage_find_bucket',
    text: `select ${columns} from storage.buckets where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

interface BucketPage {
  search: string | undefined;
  sortColumn: 'id' | 'name' | 'created_at' | 'updated_at' | undefined;
  sortOrder: 'asc' | 'desc' | undefined;
  limit: number | undefined;
  offset: number;
}

export async function listBuckets(tx: Queryable, page: BucketPage): Promise<unknown[]> {
  const order = page.sortColumn
    ? `order by ${page.sortColumn} ${page.sortOrder === 'desc' ? 'desc' : 'asc'}`
    : '';
  const { rows } = await tx.query({
    text: `select ${columns}, type from storage.buckets
      where $1::text is null or strpos(lower(name), lower($1)) > 0
      ${order} limit $2 offset $3`,
    values: [page.search ?? null, page.limit ?? null, page.offset],
  });
  return rows;
}

interface NewBucket {
  id: string;
  name: string;
  owner: string | null;
  ownerId: string | null;
  public: boolean;
  fileSizeLimit: number | null;
  allowedMimeTypes: string[] | null;
}

export async function insertBucket(tx: Queryable, bucket: NewBucket): Promise<void> {
  await tx.query({
    text: `insert into storage.buckets
        (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      bucket.id,
      bucket.name,
      bucket.owner,
      bucket.ownerId,
      bucket.public,
      bucket.fileSizeLimit,
      bucket.allowedMimeTypes,
    ],
  });
}

export interface BucketChange {
  public?: boolean | undefined;
  file_size_limit?: number | null | undefined;
  allowed_mime_types?: string[] | null | undefined;
}

/** Returns false if the caller can't see such a bucket. */
export async function changeBucket(
  tx: Queryable,
  id: string,
  change: BucketChange,
): Promise<boolean> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const { rowCount } = await tx.query({
    text: `update storage.buckets
      set ${entries.map(([column], index) => `${column} = $${index + 2}`).join(', ')},
        updated_at = now()
      where id = $1`,
    values: [id, ...entries.map(([, value]) => value)],
  });
  return rowCount > 0;
}

export async function deleteBucket(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'delete from storage.buckets where id = $1',
    values: [id],
  });
  return rowCount > 0;
}
