import type { Queryable } from '../../database/database.ts';

export type SortColumn = 'name' | 'updated_at' | 'created_at';

/** Where a page ends and the next one starts. */
export interface Position {
  /** The sort column's value in PostgreSQL's text format. */
  after: string;
  name: string;
}

export interface ObjectPage {
  prefix: string;
  /** Groups objects below the prefix's own level into folders. */
  withFolders: boolean;
  column: SortColumn;
  order: 'asc' | 'desc';
  limit: number;
  from: Position | null;
}

export interface ListedEntry {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: unknown;
  /** The sort column's value, for the next page. */
  position: string;
}

/** Objects under a prefix with their full names, in an order that allows paging. */
export async function listObjects(
  tx: Queryable,
  bucket: string,
  { prefix, withFolders, column, order, limit, from }: ObjectPage,
): Promise<ListedEntry[]> {
  const sort = column === 'name' ? 'name collate "C"' : column;
  const type = column === 'name' ? 'text' : 'timestamptz';
  const isDeeper = withFolders ? `strpos(substr(name, length($2) + 1), '/') > 0` : 'false';
  const { rows } = await tx.query<ListedEntry>({
    text: `with matching as (
        select * from storage.objects
        where bucket_id = $1 and starts_with(name, $2)
      ), entries as (
        select name, id, updated_at, created_at, last_accessed_at, metadata
        from matching where not ${isDeeper}
        union all
        select $2 || split_part(substr(name, length($2) + 1), '/', 1) || '/', null,
          min(updated_at), min(created_at), null, null
        from matching where ${isDeeper} group by 1
      )
      select *, ${column}::text as position from entries
      where $3::text is null
        or (${sort}, name collate "C") ${order === 'desc' ? '<' : '>'} ($3::${type}, $4)
      order by ${sort} ${order}, name collate "C" ${order}
      limit $5`,
    values: [bucket, prefix, from?.after ?? null, from?.name ?? null, limit],
  });
  return rows;
}
