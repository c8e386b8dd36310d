import { readFile } from 'node:fs/promises';
import type { Database } from '@liv-fit/backend/database';

/** Fills an empty shop with the demo catalog, once: what the owner deletes stays deleted. */
export async function seedDemo(database: Database, seedFile: string): Promise<boolean> {
  const claimed = await database.query({
    text: `insert into private.settings (key, value)
      select 'seeded', now()::text where not exists (select from public.products)
      on conflict (key) do nothing returning key`,
  });
  if (claimed.rowCount === 0) return false;
  const connection = await database.connect();
  try {
    await connection.exec(await readFile(seedFile, 'utf8'));
  } finally {
    connection.release();
  }
  return true;
}
