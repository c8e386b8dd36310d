/** One interface for both databases. `./pglite` and `./postgres` open them. */
export { createKysely } from '../database/create-kysely.ts';
export type { Connection, Database, Queryable, Statement } from '../database/database.ts';
export {
  DatabaseClosing,
  DatabaseError,
  DatabaseInUse,
  DatabaseUnavailable,
  isOutage,
  refusesWrites,
} from '../database/database-error.ts';
export { lockDataDirectory } from '../database/lock-data-directory.ts';
export { makePrivateDirectory } from '../database/private-files.ts';
export { requireOwnSessions } from '../database/require-own-sessions.ts';
