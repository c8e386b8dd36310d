import { readFile } from 'node:fs/promises';
import type { Database } from '@liv-fit/backend/database';

/** Fills an empty shop from the files, once: anything the owner deletes stays deleted. */
export async function seedDemo(database: Database, seedFiles: readonly string[]): Promise<boolean> {
  const claimed = await database.query({
    text: `insert into private.settings (key, value)
      select 'seeded', now()::text where not exists (select from public.products)
      on conflict (key) do nothing returning key`,
  });
  if (claimed.rowCount === 0) return false;
  const connection = await database.connect();
  try {
    for (const file of seedFiles) await connection.exec(await readFile(file, 'utf8'));
  } finally {
    connection.release();
  }
  return true;
}
