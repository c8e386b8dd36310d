import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database, Queryable, RequestContext, Statement } from '#backend/database/database.ts';
import type { PlanMediaType } from '../request/negotiate-media-type.ts';
import type { Preferences } from '../request/parse-preferences.ts';
import type { ResultRow } from '../sql/result-sql.ts';

const names = new LRUCache<string, string>({ max: 2_000 });

/** A longer one would cost more memory, on each connection, than planning it again costs time. */
const longestPrepared = 20_000;

/** A statement that keeps its name as long as its text stays the same. */
export function preparedStatement(text: string, values: readonly unknown[]): Statement {
  if (text.length > longestPrepared) return { text, values };
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return { text, values, name };
}

export interface RunOptions {
  readOnly: boolean;
  preferences: Preferences;
  /** SQL whose planned number of rows is the total (count=planned), when the exact one is too dear. */
  planned?: { statement: Statement; when: (row: ResultRow) => boolean };
}

class RolledBack extends Error {}

/**
 * Runs the statement as the caller, as one message where nothing else belongs to its transaction.
 */
export async function runStatement(
  database: Database,
  context: RequestContext,
  statement: Statement,
  { readOnly, preferences, planned }: RunOptions,
): Promise<ResultRow> {
  const { timezone, transaction } = preferences;
  if (timezone === undefined && transaction !== 'rollback' && !planned) {
    const { rows } = await database.runAs<ResultRow>(context, statement, { readOnly });
    return rows[0] as ResultRow;
  }

  let row: ResultRow | undefined;
  await database
    .transactionAs(context, async (tx) => {
      if (readOnly) await tx.query({ text: 'set local transaction_read_only = on' });
      if (timezone !== undefined) {
        await tx.query({ text: `select set_config('timezone', $1, true)`, values: [timezone] });
      }
      const { rows } = await tx.query<ResultRow>(statement);
      row = rows[0] as ResultRow;
      if (planned?.when(row)) {
        const estimate = await plannedRows(tx, planned.statement);
        row.total = Math.max(row.total ?? 0, estimate);
      }
      if (transaction === 'rollback') {
        await tx.query({ text: 'set constraints all immediate' });
        throw new RolledBack();
      }
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return row as ResultRow;
}

async function plannedRows(tx: Queryable, statement: Statement): Promise<number> {
  const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>({
    text: `explain (format json) ${statement.text}`,
    values: statement.values,
  });
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** The plan of a statement, as text or JSON. */
export async function explainStatement(
  database: Database,
  context: RequestContext,
  statement: Statement,
  plan: PlanMediaType,
): Promise<string> {
  const options = [`format ${plan.format}`, ...plan.options].join(', ');
  const explained = { text: `explain (${options}) ${statement.text}`, values: statement.values };
  const { rows } = await database.runAs<{ 'QUERY PLAN': unknown }>(context, explained);
  const lines = rows.map((row) => row['QUERY PLAN']);
  return plan.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n');
}
