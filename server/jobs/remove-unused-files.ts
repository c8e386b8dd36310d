import type { Queryable } from '@liv-fit/backend/database';

/** How long an unreferenced file stays: a draft, or an undo, may still need it. */
const graceDays = 7;

const bucket = 'uploads';
/** The audit log records the past and is not shown to visitors; the other table is our own. */
const notLookedAt = [
  'public.audit_log',
  'private.unused_files',
  // These hold hashes, and may be the largest of all.
  'public.unit_codes',
  'public.code_checks',
];
/** Pages of a table (8 kB each) that one statement reads, so that others wait for little. */
const blocksAtOnce = 64;
const removedAtOnce = 100;

export interface UnusedFiles {
  database: Queryable;
  /** Deletes objects of the bucket; rejects when it could not. */
  remove(bucket: string, names: readonly string[]): Promise<void>;
}

/**
 * Deletes uploaded files that no row of the shop has named for a week: of deleted products and
 * posts, replaced pictures, abandoned uploads. What an order, an article or a setting still names
 * stays, and so does what the owner keeps in the library. Pictures of reports go as soon as no report
 * names them. Returns how many went.
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
 * Pictures that no report names: of one that was deleted, sent again with another picture, or forgotten
 * together with its sender. A report's pictures are stored a moment before it.
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

/** Deletes through the storage interface, ours or a hosted project's, with the secret key. */
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

/** Everything that any row of the shop says behind the bucket's name. */
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

/** In running text, punctuation may follow a name directly. */
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
