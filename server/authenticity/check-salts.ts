import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

const dayMs = 24 * 60 * 60_000;

/** The salts of today and yesterday; each day's is read only once. */
export function createSaltReader(db: Tables): (now: Date) => Promise<[string, string]> {
  let day = '';
  let salts: Promise<[string, string]> | null = null;
  const read = async (wanted: string): Promise<string> => {
    const { rows } = await sql<{
      salt: string;
    }>`select private.check_salt(${wanted}::date) as salt`.execute(db);
    // Another process may have created it in the meantime, invisible to that statement's snapshot.
    return rows[0]?.salt ?? read(wanted);
  };
  return (now) => {
    const today = now.toISOString().slice(0, 10);
    if (salts === null || today !== day) {
      day = today;
      const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
      salts = Promise.all([read(today), read(yesterday)]);
      salts.catch(() => {
        salts = null;
      });
    }
    return salts;
  };
}
