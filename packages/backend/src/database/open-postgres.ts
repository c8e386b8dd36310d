import pg from 'pg';
import { withinDeadline } from './answer-deadline.ts';
import type { Database } from './database.ts';
import { FairTurns } from './fair-turns.ts';
import { createListener } from './listen-postgres.ts';
import { createPooledDatabase } from './pooled-database.ts';
import { prepareSession } from './prepare-session.ts';
import { sessionOf } from './require-own-sessions.ts';
import { valueTypes } from './value-types.ts';

export interface PostgresOptions {
  connectionString: string;
  /** Maximum number of connections (default 10). */
  max?: number;
  /** Milliseconds a caller's statement may take (default 8,000, as on a hosted project). */
  statementTimeout?: number;
  /** Milliseconds to wait for a free connection (default 10,000). */
  acquireTimeout?: number;
  /**
   * Milliseconds after which a connection that doesn't answer is closed (default 15,000); longer
   * than any caller's statement may take.
   */
  answerTimeout?: number;
  /**
   * Milliseconds a transaction may wait for its next statement before the server ends it (default
   * 10,000). Doesn't apply to transactions begun by hand on a connection from `connect`.
   */
  idleTransactionTimeout?: number;
}

/**
 * Milliseconds of silence before the OS checks that the other end is still there. A listening
 * connection sends nothing itself, and Linux would check only after two hours.
 */
const KEEP_ALIVE_DELAY = 10_000;

/** Opens a pool on PostgreSQL 15 or newer. Connects lazily, so an outage shows on first use. */
export function openPostgres(options: PostgresOptions): Database {
  const {
    connectionString,
    max = 10,
    statementTimeout = 8_000,
    acquireTimeout = 10_000,
    answerTimeout = 15_000,
    idleTransactionTimeout = 10_000,
  } = options;
  const client = {
    connectionString,
    types: valueTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
  };
  const prepare = (connected: pg.ClientBase) =>
    prepareSession(connected, { clientCheckMs: answerTimeout || 15_000 });
  const sessions = new WeakMap<pg.ClientBase, number>();
  const pool = new pg.Pool({
    ...client,
    max,
    connectionTimeoutMillis: acquireTimeout,
    idleTimeoutMillis: 30_000,
    onConnect: (client) =>
      withinDeadline(client, acquireTimeout, async () => {
        await prepare(client);
        sessions.set(client, await sessionOf(client));
      }),
  });
  // The pool drops an idle connection that breaks; one in use fails its own query.
  pool.on('error', () => {});
  pool.on('connect', (connected) => {
    connected.on('error', () => {});
  });
  const listener = createListener({ ...client, connectionTimeoutMillis: acquireTimeout });

  return createPooledDatabase({
    kind: 'postgres',
    pool,
    sessionUser: null,
    prepareSession: prepare,
    statementTimeout,
    answerTimeout,
    idleTransactionTimeout,
    turns: new FairTurns({
      slots: max,
      waitTimeout: acquireTimeout,
      turnTimeout: statementTimeout && statementTimeout + 1_000,
      interruptIsCostly: false,
    }),
    interruptible: (connected) => ({ interrupt: () => cancel(client, sessions.get(connected)) }),
    listen: listener.listen,
    closeUnderlying: listener.close,
  });
}

/** Cancels a session's statement over a separate connection: the pool's may all be in use. */
function cancel(config: pg.ClientConfig, session: number | undefined): void {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  // If this fails, PostgreSQL's own statement_timeout ends the statement.
  client
    .connect()
    .then(() => client.query('select pg_cancel_backend($1)', [session]))
    .catch(() => {})
    .finally(() => client.end().catch(() => {}));
}
