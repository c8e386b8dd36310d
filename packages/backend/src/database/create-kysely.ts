import { hash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Connection, Database } from './database.ts';

/**
 * Typed SQL for trusted server code, run as the owner role. It shares the database's connections,
 * and PGlite has only one: never wait for another service inside a transaction.
 */
export function createKysely<Tables>(database: Database): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SharedDriver(database),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

class SharedConnection implements DatabaseConnection {
  readonly connection: Connection;
  /** The BEGIN of a transaction that has sent nothing yet; it goes out with the first statement. */
  begin: string | undefined;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { begin } = this;
    this.begin = undefined;
    const { rows, rowCount } = await this.connection.query<Row>({
      begin,
      name: nameOf(query.sql),
      text: query.sql,
      values: query.parameters,
    });
    return { rows, numAffectedRows: BigInt(rowCount) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; it refuses.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported.');
  }
}

/**
 * Names a statement by its text, so that it is planned once. Statements that read `*` get no name:
 * if another process adds a column, PostgreSQL refuses the prepared statement.
 */
function nameOf(text: string): string | undefined {
  return text.includes('*') ? undefined : hash('sha1', text, 'base64url');
}

async function end(shared: SharedConnection, text: 'commit' | 'rollback'): Promise<void> {
  // The database never heard of a transaction without statements.
  if (shared.begin === undefined) await shared.connection.query({ text });
  shared.begin = undefined;
}

class SharedDriver implements Driver {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SharedConnection> {
    return new SharedConnection(await this.database.connect());
  }

  async beginTransaction(shared: SharedConnection, settings: TransactionSettings) {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const access = settings.accessMode ? ` ${settings.accessMode}` : '';
    shared.begin = `begin${isolation}${access}`;
  }

  async commitTransaction(shared: SharedConnection) {
    await end(shared, 'commit');
  }

  async rollbackTransaction(shared: SharedConnection) {
    await end(shared, 'rollback');
  }

  async releaseConnection({ connection }: SharedConnection) {
    connection.release();
  }

  /** The database is shared; its owner closes it. */
  async destroy(): Promise<void> {}
}
