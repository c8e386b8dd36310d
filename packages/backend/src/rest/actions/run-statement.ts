import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database, RequestContext, Statement } from '../../database/database.ts';
import type { PlanMediaType } from '../request/negotiate-media-type.ts';
import type { Preferences } from '../request/parse-preferences.ts';
import type { ResultRow } from '../sql/result-sql.ts';

const names = new LRUCache<string, string>({
  max: 2_000,
  maxSize: 4_000_000,
  sizeCalculation: (_name, text) => text.length,
});

/** Characters. Longer statements cost more memory on each connection than planning them again costs time. */
const longestPrepared = 20_000;

/** A statement whose name stays the same as long as its text does. */
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
}

class RolledBack extends Error {}

/** Runs the statement as the caller, in a single message unless its transaction contains more. */
export async function runStatement(
  database: Database,
  context: RequestContext,
  statement: Statement,
  { readOnly, preferences }: RunOptions,
): Promise<ResultRow> {
  const { timezone, transaction } = preferences;
  if (timezone === undefined && transaction !== 'rollback') {
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

/**
 * The plan of a statement, as text or JSON. Estimates, costs and ANALYZE's counts include rows that
 * row security hides, so they are shown only if nothing is hidden from the caller.
 */
export async function explainStatement(
  database: Database,
  context: RequestContext,
  statement: Statement,
  plan: PlanMediaType,
): Promise<string> {
  let text: string | undefined;
  await database.transactionAs(context, async (tx) => {
    const explain = async (options: readonly string[]) => {
      const { rows } = await tx.query<{ 'QUERY PLAN': unknown }>({
        text: `explain (${options.join(', ')}) ${statement.text}`,
        values: statement.values,
      });
      return rows.map((row) => row['QUERY PLAN']);
    };
    const relations = relationsIn(await explain(['format json', 'verbose']));
    const { rows } = await tx.query<{ all: boolean }>({ text: seesAll, values: [relations] });
    const options = rows[0]?.all
      ? plan.options
      : ['costs off', ...plan.options.filter((option) => harmless.has(option))];
    const lines = await explain([`format ${plan.format}`, ...options]);
    text = plan.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n');
  });
  return text as string;
}

const harmless: ReadonlySet<string> = new Set(['verbose', 'settings']);

/** Whether the caller may read every row of the relations; what functions read isn't in the plan. */
const seesAll = `
  select coalesce(bool_and(
    c.oid is not null
    and has_table_privilege(c.oid, 'select')
    and not row_security_active(c.oid)
  ), true) as all
  from json_to_recordset($1::json) as r (schema text, name text)
  left join pg_catalog.pg_namespace n on n.nspname = r.schema
  left join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = r.name`;

/** The tables in a plan, which PostgreSQL names on the nodes that scan them, as JSON. */
function relationsIn(plan: unknown): string {
  const found: { schema: unknown; name: unknown }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Record<string, unknown>;
    if ('Relation Name' in node) found.push({ schema: node.Schema, name: node['Relation Name'] });
    Object.values(node).forEach(visit);
  };
  visit(plan);
  return JSON.stringify(found);
}
