import type { Queryable } from '../../database/database.ts';
import { isUuid } from '../names.ts';
import type { ObjectMetadata, StoredObject } from './row-types.ts';

const columns = `id, name, bucket_id, owner, owner_id, version, created_at, updated_at,
  last_accessed_at, metadata, user_metadata`;

export async function findObject(
  tx: Queryable,
  bucket: string,
  name: string,
): Promise<StoredObject | null> {
  const { rows } = await tx.query<StoredObject>({
    name: 'storage_find_object',
    text: `select ${columns} from storage.objects where bucket_id = $1 and name = $2`,
    values: [bucket, name],
  });
  return rows[0] ?? null;
}

/** Returns those of the names that the caller may see. */
export async function findNames(
  tx: Queryable,
  bucket: string,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ name: string }>({
    text: 'select name from storage.objects where bucket_id = $1 and name = any ($2)',
    values: [bucket, names],
  });
  return new Set(rows.map(({ name }) => name));
}

export interface NewObject {
  bucket: string;
  name: string;
  version: string;
  /** The token's user, usually a UUID. */
  ownerId: string | null;
  metadata: ObjectMetadata;
  userMetadata: Record<string, unknown> | null;
}

function valuesOf(object: NewObject): unknown[] {
  return [
    object.bucket,
    object.name,
    object.version,
    object.ownerId,
    object.ownerId && isUuid(object.ownerId) ? object.ownerId : null,
    JSON.stringify(object.metadata),
    object.userMetadata && JSON.stringify(object.userMetadata),
  ];
}

const insertion = `insert into storage.objects
    (bucket_id, name, version, owner_id, owner, metadata, user_metadata)
  values ($1, $2, $3, $4, $5, $6, $7)`;

/** Needs no privilege to read: nothing is returned. */
export async function insertObject(tx: Queryable, object: NewObject): Promise<void> {
  await tx.query({ text: insertion, values: valuesOf(object) });
}

/** Inserts the object, or replaces the one with the same name. Returns its id. */
export async function upsertObject(tx: Queryable, object: NewObject): Promise<string> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'storage_upsert_object',
    text: `${insertion}
      on conflict (bucket_id, name) do update set
        version = excluded.version, owner_id = excluded.owner_id, owner = excluded.owner,
        metadata = excluded.metadata, user_metadata = excluded.user_metadata
      returning id`,
    values: valuesOf(object),
  });
  return rows[0]?.id ?? '';
}

/**
 * The version stored under that name, or null. Locks the name until the transaction ends, so that
 * the transaction that replaces the version also removes its file.
 */
export async function lockVersion(
  tx: Queryable,
  bucket: string,
  name: string,
): Promise<string | null> {
  await tx.query({
    name: 'storage_lock_name',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${bucket}/${name}`],
  });
  return (await findObject(tx, bucket, name))?.version ?? null;
}

export interface Move {
  bucket: string;
  name: string;
  toBucket: string;
  toName: string;
}

/** Returns the object under its new name, or null if the caller may not see or change it. */
export async function moveObject(tx: Queryable, move: Move): Promise<StoredObject | null> {
  const { rows } = await tx.query<StoredObject>({
    text: `update storage.objects set bucket_id = $3, name = $4
      where bucket_id = $1 and name = $2 returning ${columns}`,
    values: [move.bucket, move.name, move.toBucket, move.toName],
  });
  return rows[0] ?? null;
}

/** Replaces the object's content; null if another version has replaced it in the meantime. */
export async function replaceVersion(
  tx: Queryable,
  { id, version }: Pick<StoredObject, 'id' | 'version'>,
  next: string,
  metadata: ObjectMetadata,
): Promise<StoredObject | null> {
  const { rows } = await tx.query<StoredObject>({
    text: `update storage.objects set version = $3, metadata = $4::text::jsonb
      where id = $1 and version = $2 returning ${columns}`,
    values: [id, version, next, JSON.stringify(metadata)],
  });
  return rows[0] ?? null;
}

/** Returns the deleted rows; skips those that the caller may not delete. */
export async function deleteObjects(
  tx: Queryable,
  bucket: string,
  names: readonly string[],
): Promise<StoredObject[]> {
  const { rows } = await tx.query<StoredObject>({
    text: `delete from storage.objects where bucket_id = $1 and name = any ($2)
      returning ${columns}`,
    values: [bucket, names],
  });
  return rows;
}

/** Needs no privilege to read, unlike `deleteObjects`. */
export async function deleteObject(tx: Queryable, bucket: string, name: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'delete from storage.objects where bucket_id = $1 and name = $2',
    values: [bucket, name],
  });
  return rowCount > 0;
}

/** Deletes up to `limit` objects and returns their versions. */
export async function deleteSome(
  tx: Queryable,
  bucket: string,
  limit: number,
): Promise<(string | null)[]> {
  const { rows } = await tx.query<{ version: string | null }>({
    text: `delete from storage.objects where id in (
        select id from storage.objects where bucket_id = $1 limit $2
      ) returning version`,
    values: [bucket, limit],
  });
  return rows.map(({ version }) => version);
}

export async function hasObjects(tx: Queryable, bucket: string): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>({
    text: 'select exists (select from storage.objects where bucket_id = $1) as found',
    values: [bucket],
  });
  return rows[0]?.found ?? false;
}
