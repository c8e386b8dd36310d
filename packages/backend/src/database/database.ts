/** One SQL statement with its bound values ($1, $2, …). */
export interface Statement {
  text: string;
  values?: readonly unknown[];
  /** Stable name for this text; its plan is cached under it for a while. */
  name?: string | undefined;
  /** Milliseconds to wait for the answer, if not the default; 0 waits forever, as for a lock. */
  answerTimeout?: number;
  /**
   * A `begin` with its isolation level, sent along with this statement. If the statement fails, the
   * transaction is still open and waits for its rollback.
   */
  begin?: string | undefined;
}

/** The column that a result field comes from; `tableId` is 0 for an expression. */
export interface ResultField {
  name: string;
  tableId: number;
  columnNumber: number;
}

export interface QueryResult<Row = Record<string, unknown>> {
  rows: Row[];
  /** Number of rows returned or affected. */
  rowCount: number;
  /** Set by `query` for statements without a name. */
  fields?: readonly ResultField[];
}

/** The caller as row security sees it. Set for every transaction. */
export interface RequestContext {
  /** Database role: anon, authenticated or service_role. */
  role: string;
  /** Verified token claims, or null without a token. Becomes `request.jwt.claims`. */
  claims: Readonly<Record<string, unknown>> | null;
  /** Lowercase request headers. Become `request.headers`. */
  headers: Readonly<Record<string, string>>;
  /** Schemas to look up names in, in SQL syntax; `public, extensions` by default. */
  searchPath?: string;
  /** A statement to run first, as the caller; it may refuse the request or change the role. */
  preRequest?: string;
  /** HTTP method and path. Become `request.method` and `request.path`. */
  method?: string;
  path?: string;
  /**
   * The caller to count this for in fair scheduling: the visitor's network. None for the project's
   * own server.
   */
  caller?: string;
  /** Judging by its structure it may take long: callers' ordinary statements go first. */
  isDemanding?: boolean;
}

/** The caller that trusted server code works for; without one it is the project's own work. */
export interface OnBehalf {
  /** Same as `RequestContext.caller`. */
  caller?: string | undefined;
}

export interface Queryable {
  query<Row = Record<string, unknown>>(statement: Statement): Promise<QueryResult<Row>>;
}

/** An exclusive connection as the owner role; call `release` exactly once. */
export interface Connection extends Queryable {
  /** Runs several statements without values, such as a migration file. */
  exec(sql: string): Promise<void>;
  release(error?: unknown): void;
}

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /**
   * Runs one statement as the caller, in its own transaction (role, claims and headers are set for
   * that transaction only). The fast path: nothing is awaited between the steps.
   */
  runAs<Row = Record<string, unknown>>(
    context: RequestContext,
    statement: Statement,
    options?: { readOnly?: boolean },
  ): Promise<QueryResult<Row>>;
  /**
   * Runs several statements as the caller in one transaction; commits when `work` resolves and
   * rolls back when it rejects. Never call another service inside `work`: on PGlite it holds the
   * only connection.
   */
  transactionAs<T>(context: RequestContext, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** For trusted server code: one transaction as the owner. Don't call other services in it either. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, onBehalf?: OnBehalf): Promise<T>;
  /** For trusted server code: one statement as the owner, outside an explicit transaction. */
  query<Row = Record<string, unknown>>(
    statement: Statement,
    onBehalf?: OnBehalf,
  ): Promise<QueryResult<Row>>;
  /** An exclusive connection, for migrations and query builders. */
  connect(): Promise<Connection>;
  /**
   * An exclusive connection that sees the database as it is now, however long it reads. On
   * PostgreSQL it comes from the pool; on PGlite it reads a copy of the files, so that nobody has
   * to wait.
   */
  connectToSnapshot(): Promise<Connection>;
  /** Calls `handler` with the payload of each NOTIFY on the channel. Returns a function to stop listening. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** How many statements and transactions are running, and how many wait for a connection. */
  usage(): { running: number; waiting: number };
  /** The process is about to end: cancels what callers are running and refuses new calls from them. */
  closeToCallers(): void;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

/**
 * The same database for a visitor's call: what trusted code does for it counts as the visitor's
 * turns, and is canceled like the visitor's own statements if it keeps others waiting.
 */
export function onBehalfOf(database: Database, caller: string | undefined): Database {
  if (caller === undefined) return database;
  return {
    ...database,
    query<Row>(statement: Statement) {
      return database.query<Row>(statement, { caller });
    },
    transaction: (work) => database.transaction(work, { caller }),
  };
}
