import type { Queryable } from '@liv-fit/backend/database';

/** How many days an unreferenced file is kept: a draft, or an undo, may still need it. */
const graceDays = 7;

const bucket = 'uploads';
/**
 * The audit log records the past and isn't shown to visitors; the other table is this job's own.
 */
const notLookedAt = [
  'public.audit_log',
  'private.unused_files',
  // These contain only hashes, and may be the largest tables of all.
  'public.unit_codes',
  'public.code_checks',
];
/** Table pages (8 kB each) read per statement, so that others don't wait long. */
const blocksAtOnce = 64;
const removedAtOnce = 100;

export interface UnusedFiles {
  database: Queryable;
  /** Deletes objects from the bucket; rejects if it fails. */
  remove(bucket: string, names: readonly string[]): Promise<void>;
}

/**
 * Deletes uploaded files that no row of the shop has referred to for a week: from deleted products
 * and posts, replaced pictures, abandoned uploads. Files that an order, a post or a setting still
 * refers to stay, and so does everything the owner keeps in the library. Pictures of reports are
 * deleted as soon as no report refers to them. Returns how many were deleted.
 */
export async function removeUnusedFiles({ database, remove }: UnusedFiles): Promise<number> {
  const { rows: files } = await database.query<{ name: string }>({
    text: `select file.name from storage.objects as file
      where file.bucket_id = $1 and not exists (
        select from public.pictures as picture where picture.name = file.name and picture.kept
      )`,
    values: [bucket],
  });
  const named = await readNames(database);
  const unused = files.map(({ name }) => name).filter((name) => !isNamed(name, named));
  await database.query({
    text: 'delete from private.unused_files where name <> all ($1::text[])',
    values: [unused],
  });
  await database.query({
    text: `insert into private.unused_files (name) select unnest($1::text[])
      on conflict do nothing`,
    values: [unused],
  });
  const { rows: due } = await database.query<{ name: string }>({
    text: `select name from private.unused_files where since < now() - make_interval(days => $1)
      order by since`,
    values: [graceDays],
  });
  for (let start = 0; start < due.length; start += removedAtOnce) {
    const names = due.slice(start, start + removedAtOnce).map(({ name }) => name);
    await remove(bucket, names);
    await database.query({
      text: 'delete from private.unused_files where name = any ($1::text[])',
      values: [names],
    });
  }
  await database.query({
    text: `delete from public.pictures as picture where not exists (
        select from storage.objects as file
        where file.bucket_id = $1 and file.name = picture.name
      )`,
    values: [bucket],
  });
  return due.length + (await removeReportPictures({ database, remove }));
}

/**
 * Deletes pictures that no report refers to: its report was deleted, sent again with another
 * picture, or erased together with its sender. A report's pictures are stored a moment before the
 * report itself.
 */
async function removeReportPictures({ database, remove }: UnusedFiles): Promise<number> {
  const { rows } = await database.query<{ name: string }>({
    text: `select name from storage.objects
      where bucket_id = 'code-reports' and created_at < now() - interval '1 hour'
        and name not in (select unnest(pictures) from public.code_reports)`,
  });
  for (let start = 0; start < rows.length; start += removedAtOnce) {
    const names = rows.slice(start, start + removedAtOnce).map(({ name }) => name);
    await remove('code-reports', names);
  }
  return rows.length;
}

/** Deletes through the storage API, ours or a hosted project's, with the secret key. */
export function createFileRemover(setup: {
  fetch: typeof fetch;
  storageUrl: string;
  secretKey: string;
}): UnusedFiles['remove'] {
  const { fetch, storageUrl, secretKey } = setup;
  return async (bucket, names) => {
    const response = await fetch(`${storageUrl}/object/${bucket}`, {
      method: 'DELETE',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ prefixes: names }),
    });
    if (!response.ok) throw new Error(`Unused files could not be deleted: ${response.status}`);
  };
}

/** All file names that follow the bucket's name in any row of the shop. */
async function readNames(database: Queryable): Promise<Set<string>> {
  const { rows: tables } = await database.query<{ sql: string; blocks: number }>({
    text: `select format('%I.%I', n.nspname, c.relname) as sql,
        (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind = 'r'
        and n.nspname || '.' || c.relname <> all ($1)`,
    values: [notLookedAt],
  });
  const names = new Set<string>();
  for (const { sql, blocks } of tables) {
    for (let block = 0; block < blocks; block += blocksAtOnce) {
      const { rows } = await database.query<{ name: string }>({
        text: `select distinct found[1] as name
          from ${sql} as line,
            regexp_matches(line::text, $1, 'g') as found
          where line.ctid >= $2::text::tid and line.ctid < $3::text::tid`,
        values: [`${bucket}/([^"'\\s?#<>()\\\\]+)`, `(${block},0)`, `(${block + blocksAtOnce},0)`],
      });
      for (const { name } of rows) names.add(decode(name));
    }
  }
  return names;
}

/** In running text, a name may be followed directly by punctuation. */
function isNamed(name: string, named: ReadonlySet<string>): boolean {
  return named.has(name) || [...named].some((each) => each.startsWith(name));
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
