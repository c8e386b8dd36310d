import type pg from 'pg';
import { withinDeadline } from './answer-deadline.ts';
import type {
  Connection,
  Database,
  OnBehalf,
  Queryable,
  QueryResult,
  RequestContext,
  Statement,
} from './database.ts';
import {
  classifyError,
  DatabaseClosing,
  DatabaseUnavailable,
  DatabaseUnresponsive,
  refusesWrites,
  statementTimedOut,
} from './database-error.ts';
import type { FairTurns } from './fair-turns.ts';
import { requestSettings } from './request-settings.ts';
import type { Interruptible, Turn } from './running-turn.ts';
import { forgetDeallocated, sendBatch, sendPrepared } from './statement-batch.ts';

export interface PooledDatabaseOptions {
  kind: Database['kind'];
  pool: pg.Pool;
  /** The user the sessions belong to, if `reset session authorization` doesn't know it. */
  sessionUser: string | null;
  /** Resets a session to the state in which every connection starts. */
  prepareSession: (client: pg.ClientBase) => Promise<void>;
  /** Milliseconds a caller's statement may take; 0 for no limit. */
  statementTimeout: number;
  /** Milliseconds until a connection that doesn't answer is closed; 0 for never. */
  answerTimeout: number;
  /** Milliseconds that our own transactions may wait for their next statement; 0 for no limit. */
  idleTransactionTimeout: number;
  /** Decides who uses the connections when. */
  turns: FairTurns;
  /** How to cancel a caller's statement on this connection, if that is possible. */
  interruptible: (client: pg.PoolClient) => Interruptible | undefined;
  listen: Database['listen'];
  /** How a long read leaves the connections to others; left out, it takes one from the pool. */
  connectToSnapshot?: Database['connectToSnapshot'];
  /** Ends the server's own work as well, once closing has waited long enough. */
  abandon?: () => void;
  /** Closes what is below the pool, after the pool has drained. */
  closeUnderlying: () => Promise<void>;
}

/** A database on a `pg` pool. Both drivers use it; PGlite with a pool of one. */
export function createPooledDatabase(options: PooledDatabaseOptions): Database {
  const { pool, turns, sessionUser, prepareSession, statementTimeout, answerTimeout } = options;

  /**
   * A process that hangs, as on a frozen machine, would hold its transaction's locks until the
   * network drops the connection, which may take hours.
   */
  const boundIdling: Statement[] = options.idleTransactionTimeout
    ? [
        {
          name: 'bound_idling',
          text: `set local idle_in_transaction_session_timeout to ${options.idleTransactionTimeout}`,
        },
      ]
    : [];
  const runOn = <Row>(client: pg.ClientBase, statement: Statement) =>
    runWithin<Row>(client, statement, { answerTimeout, boundIdling });

  /** Connections that ran a caller's statement, which may have changed session settings. */
  const touched = new WeakSet<pg.PoolClient>();
  let closing = false;
  let closedToCallers = false;

  /** The error for a caller whose statement failed. */
  function reasonOf(error: unknown, turn: Turn): unknown {
    const isOurs = turn.interrupted || error instanceof DatabaseUnavailable;
    if ((closing || closedToCallers) && isOurs) return new DatabaseClosing();
    // A silent server never canceled the statement, so report the outage.
    return turn.interrupted && !(error instanceof DatabaseUnresponsive)
      ? statementTimedOut()
      : error;
  }

  /** `asCaller`: the statements are the caller's own; otherwise ours, possibly on a caller's behalf. */
  async function checkOut(whom: ForWhom = {}): Promise<CheckedOut> {
    const { caller, asCaller, isDemanding, isTrusted } = whom;
    const turn = await turns.begin(caller, { isDemanding });
    try {
      if (closing) throw new DatabaseClosing();
      const client = await classified(pool.connect());
      const mayBeEnded = (asCaller || caller) && !isTrusted;
      turn.start(mayBeEnded ? options.interruptible(client) : undefined, asCaller);
      const checkedOut = { client, turn };
      if (asCaller) touched.add(client);
      else if (touched.delete(client)) await restore(checkedOut);
      return checkedOut;
    } catch (error) {
      turn.end();
      throw reasonOf(error, turn);
    }
  }

  async function restore({ client }: CheckedOut): Promise<void> {
    try {
      await answered(client, () => prepareSession(client));
      await answered(client, () => forgetDeallocated(client));
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  const answered = <T>(client: pg.ClientBase, work: () => Promise<T>) =>
    classified(withinDeadline(client, answerTimeout, work));

  function opening(context: RequestContext, readOnly: boolean): Statement[] {
    const statements = [
      sessionReset,
      requestSettings(context, { readOnly, statementTimeout, sessionUser }),
      ...(context.preRequest ? [{ text: context.preRequest }] : []),
    ];
    return statements;
  }

  async function runAs<Row>(
    context: RequestContext,
    statement: Statement,
    { readOnly = false }: { readOnly?: boolean } = {},
  ): Promise<QueryResult<Row>> {
    const { client, turn } = await checkOut(asCallerOf(context));
    const send = () =>
      answered(client, () =>
        sendBatch<Row>(client, [...opening(context, readOnly), forRole(statement, context.role)]),
      );
    try {
      const result = await send().catch(async (error: unknown) => {
        if (readOnly || !refusesWrites(error)) throw error;
        // An earlier call may have made the session read-only, which isn't this caller's fault.
        await answered(client, () => prepareSession(client));
        return send();
      });
      turn.received(lengthOf(result));
      return result;
    } catch (error) {
      throw reasonOf(error, turn);
    } finally {
      client.release();
      turn.end();
    }
  }

  async function inTransaction<T>(
    first: readonly Statement[],
    work: (tx: Queryable) => Promise<T>,
    forWhom?: ForWhom,
  ): Promise<T> {
    const { client, turn } = await checkOut(forWhom);
    const tx = closableQueryable((statement) => runOn(client, statement), turn);
    let broken: Error | undefined;
    try {
      await answered(client, () =>
        sendBatch(client, [{ text: 'begin' }, ...first, ...boundIdling]),
      );
      // The deadline also applies between statements.
      const result = await Promise.race([work(tx.queryable), turn.interruption]);
      tx.close();
      const outcome = await answered(client, () => client.query('commit'));
      // PostgreSQL answers a commit of an aborted transaction with ROLLBACK and no error.
      if (outcome.command === 'ROLLBACK') throw new TransactionAborted();
      return result;
    } catch (error) {
      tx.close();
      await answered(client, () => client.query('rollback')).catch((failure: Error) => {
        broken = failure;
      });
      throw reasonOf(broken instanceof DatabaseUnresponsive ? broken : error, turn);
    } finally {
      client.release(broken);
      turn.end();
    }
  }

  function exclusiveConnection({ client, turn }: CheckedOut): Connection {
    let ranScript = false;
    const free = (broken?: Error | boolean) => {
      client.release(broken);
      turn.end();
    };
    return {
      query: (statement) => runOn(client, statement),
      async exec(sql) {
        ranScript = true;
        await classified(client.query(sql));
      },
      release(error) {
        const broken = error instanceof Error ? error : Boolean(error);
        const clean = !ranScript && client.getTransactionStatus() === 'I';
        if (broken || clean) return free(broken);
        // A script may have changed settings or left a transaction open: the next user mustn't see that.
        withinDeadline(client, answerTimeout, () => client.query('rollback'))
          .then(() => withinDeadline(client, answerTimeout, () => prepareSession(client)))
          .then(() => free(), free);
      },
    };
  }

  async function connectToSnapshot(): Promise<Connection> {
    const connection = exclusiveConnection(await checkOut());
    try {
      await connection.query({ text: 'begin isolation level repeatable read read only' });
    } catch (error) {
      connection.release(error);
      throw error;
    }
    return {
      ...connection,
      release(error) {
        if (error) return connection.release(error);
        connection.query({ text: 'commit' }).then(
          () => connection.release(),
          (failure) => connection.release(failure),
        );
      },
    };
  }

  return {
    kind: options.kind,
    runAs,
    transactionAs: (context, work) =>
      inTransaction(opening(context, false), work, asCallerOf(context)),
    transaction: (work, onBehalf) => inTransaction([], work, onBehalf),
    async query<Row>(statement: Statement, onBehalf?: OnBehalf) {
      const { client, turn } = await checkOut(onBehalf);
      try {
        return await runOn<Row>(client, statement);
      } catch (error) {
        throw reasonOf(error, turn);
      } finally {
        client.release();
        turn.end();
      }
    },
    async connect() {
      return exclusiveConnection(await checkOut());
    },
    connectToSnapshot: options.connectToSnapshot ?? connectToSnapshot,
    listen: options.listen,
    usage: () => ({ running: turns.running.size, waiting: turns.waiting }),
    closeToCallers() {
      closedToCallers = true;
      turns.closeToCallers(new DatabaseClosing());
    },
    async close() {
      closing = true;
      const timers = [
        setTimeout(() => turns.closeToCallers(new DatabaseClosing()), drainTimeout),
        setTimeout(() => options.abandon?.(), abandonTimeout),
      ];
      await pool.end();
      for (const timer of timers) clearTimeout(timer);
      await options.closeUnderlying();
    },
  };
}

interface ForWhom extends OnBehalf {
  asCaller?: boolean;
  isDemanding?: boolean | undefined;
  /** The project's own server, using the secret key: its statements aren't canceled for others. */
  isTrusted?: boolean;
}

const asCallerOf = ({ role, caller, isDemanding }: RequestContext): ForWhom => ({
  caller,
  isDemanding,
  asCaller: true,
  isTrusted: role === 'service_role' && caller === undefined,
});

interface CheckedOut {
  client: pg.PoolClient;
  turn: Turn;
}

/** Milliseconds to wait for callers' statements when closing. */
const drainTimeout = 1_000;

/** Milliseconds to wait for the server's own work when closing. */
const abandonTimeout = 10_000;

/**
 * Settings that a project's function made in the session must not reach the next caller. The role
 * is reset along with the request settings, which start the next caller's batch.
 */
const sessionReset: Statement = { name: 'session_reset', text: 'reset all' };

async function classified<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw classifyError(error);
  }
}

/** Approximate size in bytes: only texts count, the rest is short. */
function lengthOf({ rows }: QueryResult<unknown>): number {
  let length = 0;
  for (const row of rows) {
    for (const value of Object.values(row as object)) {
      if (typeof value === 'string') length += value.length;
    }
  }
  return length;
}

class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';
  constructor() {
    super('The transaction had failed earlier, so its commit rolled it back.');
  }
}

/** A plan depends on the role's row security: one prepared statement per role avoids replanning. */
function forRole(statement: Statement, role: string): Statement {
  return statement.name ? { ...statement, name: `${role}:${statement.name}` } : statement;
}

async function runWithin<Row>(
  client: pg.ClientBase,
  statement: Statement,
  { answerTimeout, boundIdling }: { answerTimeout: number; boundIdling: readonly Statement[] },
): Promise<QueryResult<Row>> {
  const timeout = statement.answerTimeout ?? answerTimeout;
  if (statement.begin) {
    const both = [{ text: statement.begin }, ...boundIdling, statement];
    return classified(withinDeadline(client, timeout, () => sendBatch<Row>(client, both)));
  }
  if (statement.name) {
    return classified(withinDeadline(client, timeout, () => sendPrepared<Row>(client, statement)));
  }
  const result = await classified(
    withinDeadline(client, timeout, () =>
      client.query({ text: statement.text, values: statement.values as unknown[] | undefined }),
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
  run: <Row>(statement: Statement) => Promise<QueryResult<Row>>,
  turn: Turn,
): { queryable: Queryable; close: () => void } {
  let closed = false;
  return {
    queryable: {
      async query<Row>(statement: Statement) {
        if (closed) throw new TypeError('The transaction is over; its queryable cannot be used.');
        const result = await run<Row>(statement);
        turn.received(lengthOf(result));
        return result;
      },
    },
    close: () => {
      closed = true;
    },
  };
}
