import { readdir } from 'node:fs/promises';
import type { Database } from '@liv-fit/backend/database';

/** The newest migration in a program's folder, which identifies the program's version. */
export async function newestMigration(folder: string): Promise<string> {
  const versions = (await readdir(folder)).flatMap(
    (name) => /^(\d+)_.+\.sql$/.exec(name)?.[1] ?? [],
  );
  return versions.sort().at(-1) ?? '';
}

/** The oldest program version that may write, by its newest migration; null if none is set yet. */
export async function readOldestProgram(database: Pick<Database, 'query'>): Promise<string | null> {
  const { rows: found } = await database.query<{ named: boolean }>({
    text: `select to_regprocedure('private.oldest_program()') is not null as named`,
  });
  if (!found[0]?.named) return null;
  const { rows } = await database.query<{ oldest: string }>({
    text: 'select private.oldest_program() as oldest',
  });
  return rows[0]?.oldest ?? null;
}

/** Rejects if migrations have removed something that this program still writes. */
export async function requireCurrentProgram(
  database: Pick<Database, 'query'>,
  folder: string,
): Promise<void> {
  const [own, oldest] = [await newestMigration(folder), await readOldestProgram(database)];
  if (oldest === null || own >= oldest) return;
  throw new Error(
    `This version of the shop (schema ${own}) is too old for its database, which needs ${oldest} or newer. Start that version, or restore a backup made before it.`,
  );
}
