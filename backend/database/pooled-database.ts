import type pg from 'pg';
import { withinDeadline } from './answer-deadline.ts';
import type {
  Connection,
  Database,
  Queryable,
  QueryResult,
  RequestContext,
  Statement,
} from './database.ts';
import { classifyError } from './database-error.ts';
import { requestSettings } from './request-settings.ts';
import { sendBatch } from './statement-batch.ts';

export interface PooledDatabaseOptions {
  kind: Database['kind'];
  pool: pg.Pool;
  /** Puts a session back into the state in which every connection starts. */
  prepareSession: (client: pg.ClientBase) => Promise<void>;
  /** Milliseconds a caller's statement may take; 0 for no limit. */
  statementTimeout: number;
  /** Milliseconds until a connection that does not answer is cut; 0 for never. */
  answerTimeout: number;
  listen: Database['listen'];
  /** Closes what lies under the pool, after the pool has drained. */
  closeUnderlying: () => Promise<void>;
}

/** The database over a `pg` pool; both drivers are this, PGlite with a pool of one. */
export function createPooledDatabase(options: PooledDatabaseOptions): Database {
  const { pool, prepareSession, statementTimeout, answerTimeout } = options;

  const checkOut = () => classified(pool.connect());
  const answered = <T>(client: pg.ClientBase, work: () => Promise<T>) =>
    classified(withinDeadline(client, answerTimeout, work));

  function opening(context: RequestContext, readOnly: boolean): Statement[] {
    const settings = requestSettings(context, { readOnly, statementTimeout });
    return context.preRequest ? [settings, { text: context.preRequest }] : [settings];
  }

  async function runAs<Row>(
    context: RequestContext,
    statement: Statement,
    { readOnly = false }: { readOnly?: boolean } = {},
  ): Promise<QueryResult<Row>> {
    const client = await checkOut();
    try {
      return await answered(client, () =>
        sendBatch<Row>(client, [...opening(context, readOnly), forRole(statement, context.role)]),
      );
    } finally {
      client.release();
    }
  }

  async function inTransaction<T>(
    first: readonly Statement[],
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T> {
    const client = await checkOut();
    const tx = closableQueryable(client, answerTimeout);
    let broken: Error | undefined;
    try {
      await answered(client, () => sendBatch(client, [{ text: 'begin' }, ...first]));
      const result = await work(tx.queryable);
      tx.close();
      const outcome = await answered(client, () => client.query('commit'));
      // PostgreSQL answers the commit of an aborted transaction with ROLLBACK and no error.
      if (outcome.command === 'ROLLBACK') throw new TransactionAborted();
      return result;
    } catch (error) {
      tx.close();
      await answered(client, () => client.query('rollback')).catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    kind: options.kind,
    runAs,
    transactionAs: (context, work) => inTransaction(opening(context, false), work),
    transaction: (work) => inTransaction([], work),
    async query<Row>(statement: Statement) {
      const client = await checkOut();
      try {
        return await runOn<Row>(client, statement, answerTimeout);
      } finally {
        client.release();
      }
    },
    async connect() {
      return exclusiveConnection(await checkOut(), prepareSession, answerTimeout);
    },
    listen: options.listen,
    async close() {
      await pool.end();
      await options.closeUnderlying();
    },
  };
}

async function classified<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw classifyError(error);
  }
}

class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';
  constructor() {
    super('The transaction had failed earlier, so its commit rolled it back.');
  }
}

/** A plan depends on the role's row security: one prepared statement per role spares replanning. */
function forRole(statement: Statement, role: string): Statement {
  return statement.name ? { ...statement, name: `${role}:${statement.name}` } : statement;
}

async function runOn<Row>(
  client: pg.ClientBase,
  statement: Statement,
  answerTimeout: number,
): Promise<QueryResult<Row>> {
  const result = await classified(
    withinDeadline(client, statement.answerTimeout ?? answerTimeout, () =>
      client.query({
        text: statement.text,
        values: statement.values as unknown[] | undefined,
        name: statement.name,
      }),
    ),
  );
  return {
    rows: result.rows as Row[],
    rowCount: result.rowCount ?? result.rows.length,
    fields: result.fields.map((field) => ({
      name: field.name,
      tableId: field.tableID,
      columnNumber: field.columnID,
    })),
  };
}

function closableQueryable(
  client: pg.ClientBase,
  answerTimeout: number,
): { queryable: Queryable; close: () => void } {
  let closed = false;
  return {
    queryable: {
      async query<Row>(statement: Statement) {
        if (closed) throw new TypeError('The transaction is over; its queryable cannot be used.');
        return runOn<Row>(client, statement, answerTimeout);
      },
    },
    close: () => {
      closed = true;
    },
  };
}

function exclusiveConnection(
  client: pg.PoolClient,
  prepareSession: (client: pg.ClientBase) => Promise<void>,
  answerTimeout: number,
): Connection {
  let ranScript = false;
  return {
    query: (statement) => runOn(client, statement, answerTimeout),
    async exec(sql) {
      ranScript = true;
      await classified(client.query(sql));
    },
    release(error) {
      const broken = error instanceof Error ? error : Boolean(error);
      const clean = !ranScript && client.getTransactionStatus() === 'I';
      if (broken || clean) return client.release(broken);
      // A script may have changed settings or left a transaction open: the next user must not see it.
      withinDeadline(client, answerTimeout, () => client.query('rollback'))
        .then(() => withinDeadline(client, answerTimeout, () => prepareSession(client)))
        .then(
          () => client.release(),
          (failure: Error) => client.release(failure),
        );
    },
  };
}
