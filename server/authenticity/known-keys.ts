import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityKey, AuthenticityKeys } from './authenticity-secrets.ts';

const prefix = 'authenticity_key:';

/** Records that the key was used, so that a shop without it can report that it is missing. */
export async function recordKey(tx: Tables, { id }: AuthenticityKey): Promise<void> {
  await sql`insert into private.settings (key, value) values (${prefix + id}, 'used')
    on conflict (key) do nothing`.execute(tx);
}

/**
 * Returns a function that tells whether units were issued under a key that isn't among the given
 * ones. Read once a minute: during a change of keys another process may already issue under the new
 * one.
 */
export function createLostUnitsCheck(
  db: Tables,
  keys: AuthenticityKeys,
  now: () => Date,
): () => Promise<boolean> {
  let found: Promise<boolean> | null = null;
  let readAt = 0;
  const read = async () => {
    const missing = await findMissingKeys(db, keys);
    if (missing.length === 0) return false;
    const unit = await db
      .selectFrom('unit_codes')
      .select('id')
      .where('key_id', 'in', missing)
      .limit(1)
      .executeTakeFirst();
    return unit !== undefined;
  };
  return () => {
    if (now().getTime() - readAt >= 60_000) found = null;
    if (found === null) {
      readAt = now().getTime();
      found = read().catch((error) => {
        found = null;
        throw error;
      });
    }
    return found;
  };
}

/** Ids of keys that were used but aren't among the given ones. */
export async function findMissingKeys(db: Tables, keys: AuthenticityKeys): Promise<string[]> {
  const used = await db
    .selectFrom('private.settings')
    .select('key')
    .where('key', 'like', `${prefix}%`)
    .execute();
  const known = new Set(keys.map(({ id }) => id));
  return used.map(({ key }) => key.slice(prefix.length)).filter((id) => !known.has(id));
}
