import type { Database } from '@liv-fit/backend/database';

/** Any constant works, as long as every replica uses the same one. */
const lockSpace = 5_417_302;

/**
 * Runs `work` unless another replica is running it. The lock holds its own connection while the
 * work calls other services. The embedded database has no connection to spare and, being a single
 * process, needs no lock.
 */
export async function withJobLock(
  database: Database,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  if (database.kind === 'pglite') {
    await work();
    return;
  }
  const connection = await database.connect();
  let failure: unknown;
  try {
    const { rows } = await connection.query<{ locked: boolean }>({
      text: 'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      values: [lockSpace, name],
    });
    if (!rows[0]?.locked) return;
    try {
      await work();
    } finally {
      await connection.query({
        text: 'select pg_advisory_unlock($1, hashtext($2))',
        values: [lockSpace, name],
      });
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // A connection that failed is closed, which releases its lock.
    connection.release(failure);
  }
}
