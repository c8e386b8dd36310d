import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { QueryResult, Statement } from './database.ts';
import { decoderOf, encodeValue } from './value-types.ts';

/** Prepared statements per connection; beyond it, the least recently used is closed. */
const preparedLimit = 250;
/** Milliseconds after which a statement is planned again, because tables may have grown. */
const preparedFor = 10 * 60_000;

interface PreparedNames {
  names: LRUCache<string, true>;
  /** Evicted names that still exist on the server. */
  stale: string[];
}

const preparedByClient = new WeakMap<pg.ClientBase, PreparedNames>();

function preparedNamesOf(client: pg.ClientBase): PreparedNames {
  const known = preparedByClient.get(client);
  if (known) return known;
  const stale: string[] = [];
  const names = new LRUCache<string, true>({
    max: preparedLimit,
    ttl: preparedFor,
    ttlResolution: 1_000,
    dispose: (_value, name, reason) => {
      if (reason === 'evict') stale.push(name);
    },
  });
  const prepared = { names, stale };
  preparedByClient.set(client, prepared);
  return prepared;
}

interface Column {
  name: string;
  decode: (text: string) => unknown;
}

/**
 * Several statements in one network message and one transaction: everything before the single Sync
 * is one implicit transaction, committed there, or rolled back after the first error (PostgreSQL
 * protocol, "Pipelining"). Only the last statement's rows are returned.
 *
 * It is a query object that `pg` lets others supply (`Submittable`). `pg`'s own pipelining (8.23)
 * ends every statement with a Sync, so it also needs BEGIN and COMMIT, and made 0.64 times as many
 * calls per second (medians of five alternating rounds, 50 callers).
 */
class StatementBatch {
  private readonly statements: readonly Statement[];
  private readonly prepared: PreparedNames;
  private readonly settle: (error: unknown, result: QueryResult | null) => void;
  private readonly newlyPrepared: string[] = [];
  private completed = 0;
  private columns: Column[] = [];
  private rows: Record<string, unknown>[] = [];
  private rowCount = 0;
  private decodeError: unknown = null;

  constructor(
    statements: readonly Statement[],
    prepared: PreparedNames,
    settle: (error: unknown, result: QueryResult | null) => void,
  ) {
    this.statements = statements;
    this.prepared = prepared;
    this.settle = settle;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    try {
      for (const name of this.prepared.stale.splice(0)) connection.close({ type: 'S', name }, true);
      const last = this.statements.length - 1;
      for (const [index, statement] of this.statements.entries()) {
        this.send(connection, statement, index === last);
      }
    } finally {
      connection.sync();
      connection.stream.uncork();
    }
  }

  private send(connection: pg.Connection, statement: Statement, keepRows: boolean): void {
    const name = statement.name ?? '';
    if (!name) {
      connection.parse({ name, text: statement.text, types: [] }, true);
    } else if (!this.prepared.names.get(name)) {
      // After a failed batch it is unknown whether the server has the name; closing it first is always safe.
      connection.close({ type: 'S', name }, true);
      connection.parse({ name, text: statement.text, types: [] }, true);
      this.prepared.names.set(name, true);
      this.newlyPrepared.push(name);
    }
    connection.bind({ statement: name, values: statement.values?.map(encodeValue) }, true);
    if (keepRows) connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.columns = message.fields.map((field) => ({
      name: field.name,
      decode: decoderOf(field.dataTypeID),
    }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.completed < this.statements.length - 1 || this.decodeError) return;
    const row: Record<string, unknown> = {};
    try {
      for (const [index, column] of this.columns.entries()) {
        const text = message.fields[index];
        row[column.name] = text == null ? null : column.decode(text);
      }
    } catch (error) {
      this.decodeError = error;
    }
    this.rows.push(row);
  }

  handleCommandComplete(message: { text: string }): void {
    this.completed += 1;
    const count = /(\d+)$/.exec(message.text)?.[1];
    this.rowCount = count ? Number(count) : this.rows.length;
  }

  handleEmptyQuery(): void {
    this.completed += 1;
  }

  handleReadyForQuery(): void {
    const isComplete = this.completed === this.statements.length;
    if (this.decodeError) this.settle(this.decodeError, null);
    else if (!isComplete) this.settle(new Error('The server did not finish the statement.'), null);
    else this.settle(null, { rows: this.rows, rowCount: this.rowCount });
  }

  handleError(error: unknown): void {
    for (const name of this.newlyPrepared) this.prepared.names.delete(name);
    this.settle(error, null);
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY is not possible here.');
  }
  handleCopyData(): void {}
}

/**
 * Runs the statements as one transaction in one message; resolves with the last one's rows. A
 * caller's function may have deallocated this connection's prepared statements: then nothing has
 * run, and everything is prepared again.
 */
export async function sendBatch<Row>(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<QueryResult<Row>> {
  try {
    return await sendOnce<Row>(client, statements);
  } catch (error) {
    if (!isUnprepared(error)) throw error;
    await client.query('rollback');
    await client.query('deallocate all');
    preparedByClient.delete(client);
    return sendOnce<Row>(client, statements);
  }
}

const isUnprepared = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '26000';

/**
 * Runs one prepared statement, inside or outside a transaction. `forgetDeallocated` has already
 * checked that it still exists.
 */
export function sendPrepared<Row>(
  client: pg.ClientBase,
  statement: Statement,
): Promise<QueryResult<Row>> {
  return sendOnce<Row>(client, [statement]);
}

/** For a connection that a caller has used: a function may have deallocated its prepared statements. */
export async function forgetDeallocated(client: pg.ClientBase): Promise<void> {
  const prepared = preparedByClient.get(client);
  if (!prepared) return;
  const { rows } = await client.query<{ count: number }>(
    'select count(*) from pg_prepared_statements',
  );
  if (Number(rows[0]?.count) >= prepared.names.size + prepared.stale.length) return;
  await client.query('deallocate all');
  preparedByClient.delete(client);
}

function sendOnce<Row>(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    client.query(
      new StatementBatch(statements, preparedNamesOf(client), (error, result) => {
        if (error) reject(error);
        else resolve(result as QueryResult<Row>);
      }),
    );
  });
}
