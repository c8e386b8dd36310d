/** Empty databases for tests: in-memory PGlite, and a private PostgreSQL in a temporary folder. */
export { drawScans } from '../testing/costly-images.ts';
export {
  copyEmptyPglite,
  type DatabaseKind,
  databaseKinds,
  dumpPglite,
  openEmptyPglite,
} from '../testing/databases.ts';
export { copyDirectory, imageOf } from '../testing/images.ts';
export { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
export { isFull, sized } from '../testing/test-size.ts';
