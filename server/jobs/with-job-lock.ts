import type { Database } from '@liv-fit/backend/database';

/** Any constant will do, as long as every replica uses the same. */
const lockSpace = 5_417_302;

/**
 * Runs `work` unless another replica is running it. The lock holds a connection of its own while
 * the work asks other services, which the embedded database has not got and, being one process,
 * does not need.
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
    // A connection that failed is closed, and its lock with it.
    connection.release(failure);
  }
}
