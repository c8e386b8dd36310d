import type { Queryable } from '../../database/database.ts';

export interface FolderPage {
  /** Empty, or ends in a slash. */
  prefix: string;
  /** What names in the folder must start with, ignoring case. */
  search: string;
  limit: number;
  offset: number;
  column: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';
  order: 'asc' | 'desc';
}

/**
 * One folder's files and subfolders, as version 1 of `list` returns them: names relative to the
 * folder, and only names for subfolders.
 */
export async function listFolder(
  tx: Queryable,
  bucket: string,
  { prefix, search, limit, offset, column, order }: FolderPage,
): Promise<unknown[]> {
  const byColumn = column === 'name' ? '' : `(id is null) desc, ${column} ${order},`;
  const { rows } = await tx.query({
    text: `with matching as (
        select substr(o.name, length($2) + 1) as rest, o.*
        from storage.objects o
        where o.bucket_id = $1 and starts_with(lower(o.name), lower($2 || $3))
      ), entries as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata
        from matching where strpos(rest, '/') = 0 and rest <> ''
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz,
          null::timestamptz, null::timestamptz, null::jsonb
        from matching where strpos(rest, '/') > 0
      )
      select * from entries
      order by ${byColumn} lower(name) collate "C" ${order}, name collate "C" ${order}
      limit $4 offset $5`,
    values: [bucket, prefix, search, limit, offset],
  });
  return rows;
}
