import type { Connection, Database, Queryable, Statement } from '@liv-fit/backend/database';
import type { Step, Tracing } from './tracing.ts';

/** Nothing else of a statement's text is recorded: names and values in it may be a visitor's. */
const operations = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'MERGE']);

function stepOf({ text }: Statement, role: string): Step {
  const [, first = ''] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const word = first.toUpperCase();
  const operation = operations.has(word) ? word : 'OTHER';
  return {
    name: `database ${operation}`,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.role': role },
  };
}

const owner = 'owner';
const roles = new Set(['anon', 'authenticated', 'service_role']);
const nameOf = (role: string) => (roles.has(role) ? role : 'other');

/** Traces each statement from when it is requested, which includes waiting for a connection. */
export function traceDatabase(database: Database, tracing: Tracing): Database {
  // The shop's constant work for itself would hide what it does for visitors.
  const step = <T>(statement: Statement, role: string, work: () => Promise<T>): Promise<T> =>
    tracing.isUnderWay() ? tracing.step(stepOf(statement, role), work) : work();
  const traced = (queryable: Queryable, role: string): Queryable => ({
    query: (statement) => step(statement, role, () => queryable.query(statement)),
  });
  return {
    ...database,
    runAs: (context, statement, options) =>
      step(statement, nameOf(context.role), () => database.runAs(context, statement, options)),
    query: (statement, onBehalf) =>
      step(statement, owner, () => database.query(statement, onBehalf)),
    transactionAs: (context, work) =>
      database.transactionAs(context, (tx) => work(traced(tx, nameOf(context.role)))),
    transaction: (work, onBehalf) =>
      database.transaction((tx) => work(traced(tx, owner)), onBehalf),
    async connect(): Promise<Connection> {
      const connection = await database.connect();
      return {
        ...traced(connection, owner),
        exec: (sql) => connection.exec(sql),
        release: (error) => connection.release(error),
      };
    },
  };
}
