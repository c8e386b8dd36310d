/** One SQL statement with its bound values ($1, $2 …). */
export interface Statement {
  text: string;
  values?: readonly unknown[];
  /** Stable name of this text, under which its plan is kept for a while. */
  name?: string | undefined;
  /** Milliseconds to wait for the answer, where not the usual; 0 forever, as for a lock. */
  answerTimeout?: number;
  /**
   * `begin`, with its isolation level: begins a transaction in the message of this statement. Where the statement
   * fails, the transaction is there all the same and waits for its rollback.
   */
  begin?: string | undefined;
}

/** Where a result's column comes from; `tableId` is 0 for an expression. */
export interface ResultField {
  name: string;
  tableId: number;
  columnNumber: number;
}

export interface QueryResult<Row = Record<string, unknown>> {
  rows: Row[];
  /** Rows returned or affected. */
  rowCount: number;
  /** Filled by `query` of a statement without a name. */
  fields?: readonly ResultField[];
}

/** The caller as the database's row security sees it. Set for every transaction. */
export interface RequestContext {
  /** Database role: anon, authenticated or service_role. */
  role: string;
  /** Verified token claims, or null without a token. Becomes `request.jwt.claims`. */
  claims: Readonly<Record<string, unknown>> | null;
  /** Lower-case request headers. Become `request.headers`. */
  headers: Readonly<Record<string, string>>;
  /** Schemas to look names up in, as SQL writes them; `public, extensions` unless given. */
  searchPath?: string;
  /** A statement to run first, as the caller; it may refuse the request or change its role. */
  preRequest?: string;
  /** HTTP method and path. Become `request.method` and `request.path`. */
  method?: string;
  path?: string;
  /** On whose behalf, for fair turns: the visitor's network. None for the project's own server. */
  caller?: string;
  /** By its form it may take long: ordinary statements of callers go before it. */
  isDemanding?: boolean;
}

/** On whose behalf trusted server code asks: without a caller it is the project's own work. */
export interface OnBehalf {
  /** As `RequestContext.caller`. */
  caller?: string | undefined;
}

export interface Queryable {
  query<Row = Record<string, unknown>>(statement: Statement): Promise<QueryResult<Row>>;
}

/** An exclusive connection as the owner role; `release` must be called exactly once. */
export interface Connection extends Queryable {
  /** Several statements without values, as a migration file holds them. */
  exec(sql: string): Promise<void>;
  release(error?: unknown): void;
}

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /**
   * One statement as the caller, in a transaction of its own (role, claims and headers set for
   * that transaction only). The fast path: nothing is awaited between the steps.
   */
  runAs<Row = Record<string, unknown>>(
    context: RequestContext,
    statement: Statement,
    options?: { readOnly?: boolean },
  ): Promise<QueryResult<Row>>;
  /**
   * Several statements as the caller, in one transaction; commits when `work` resolves and rolls
   * back when it rejects. Never call another service inside `work`: on PGlite it holds the only
   * connection.
   */
  transactionAs<T>(context: RequestContext, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Trusted server code: one transaction as the owner. The same warning holds. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, onBehalf?: OnBehalf): Promise<T>;
  /** Trusted server code: one statement as the owner, outside an explicit transaction. */
  query<Row = Record<string, unknown>>(
    statement: Statement,
    onBehalf?: OnBehalf,
  ): Promise<QueryResult<Row>>;
  /** An exclusive connection, for migrations and query builders. */
  connect(): Promise<Connection>;
  /**
   * An exclusive connection that reads the database as it is now, however long it reads. On
   * PostgreSQL it is one of the pool's; on PGlite it reads a copy of the files, so that nobody waits.
   */
  connectToSnapshot(): Promise<Connection>;
  /** Calls `handler` with the payload of each NOTIFY on the channel. Returns how to stop. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** How many statements and transactions run now, and how many wait for a connection. */
  usage(): { running: number; waiting: number };
  /** The process is about to end: what callers run is ended, and what they ask for is refused. */
  closeToCallers(): void;
  /** Waits for running work and closes. */
  close(): Promise<void>;
}

/**
 * The same database for one call of a visitor: what trusted code does for it takes the visitor's
 * turns, and is ended like the visitor's own statements when it keeps others waiting.
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
