import type { Condition } from '../query/query-ast.ts';
import type { Table } from '../schema/schema.ts';
import { conditionSql } from './filter-sql.ts';
import { type JsonBody, type RecordField, recordsFrom } from './record-sql.ts';
import { identifier, qualified, type Values } from './sql-text.ts';

/** Columns to return; empty if only the number of rows matters, `*` for all. */
export type Returning = readonly string[];

export interface InsertPlan {
  table: Table;
  body: JsonBody;
  fields: readonly RecordField[];
  returning: Returning;
  applyDefaults: boolean;
  conflict?: { resolution: 'merge' | 'ignore'; columns: readonly string[] };
  /** PUT: the body's row must meet the URL's conditions. */
  mustMatch?: readonly Condition[];
}

/** Counts inserted, not merged, rows: increments for each row and decrements again on a conflict. */
const countInserted = (change: '+ 1' | '- 1') =>
  `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) ${change})::text, true)`;

export const insertedCount = `nullif(current_setting('pgrst.inserted', true), '')::int`;

export function insertSql(plan: InsertPlan, values: Values): string {
  const { table, fields, conflict, mustMatch } = plan;
  const names = fields.map(({ name }) => identifier(name));
  const columns = names.length > 0 ? ` (${names.join(', ')})` : '';
  const selected = names.map((name) => `pgrst_body.${name}`).join(', ');
  const from = recordsFrom(values.bind(plan.body.text), plan.body, fields, {
    applyDefaults: plan.applyDefaults,
  });
  const merges = conflict?.resolution === 'merge' && conflict.columns.length > 0;
  const where = [
    ...(merges ? [`${countInserted('+ 1')} <> '0'`] : []),
    ...(mustMatch ?? []).map((condition) =>
      conditionSql(condition, { qualifier: 'pgrst_body', table, children: [] }, values),
    ),
  ];
  return [
    `insert into ${qualified(table.schema, table.name)}${columns}`,
    `select ${selected} from ${from}`,
    where.length > 0 ? `where ${where.join(' and ')}` : '',
    conflict ? conflictSql(conflict, names) : '',
    returningSql(table, plan.returning),
  ]
    .filter(Boolean)
    .join(' ');
}

function conflictSql(
  { resolution, columns }: NonNullable<InsertPlan['conflict']>,
  names: readonly string[],
): string {
  if (columns.length === 0) return '';
  const target = `on conflict (${columns.map(identifier).join(', ')})`;
  if (resolution === 'ignore' || names.length === 0) return `${target} do nothing`;
  const sets = names.map((name) => `${name} = excluded.${name}`).join(', ');
  return `${target} do update set ${sets} where ${countInserted('- 1')} <> '-1'`;
}

export interface UpdatePlan {
  table: Table;
  body: JsonBody;
  fields: readonly RecordField[];
  conditions: readonly Condition[];
  returning: Returning;
  applyDefaults: boolean;
}

export function updateSql(plan: UpdatePlan, values: Values): string {
  const { table, fields, returning } = plan;
  const target = qualified(table.schema, table.name);
  if (fields.length === 0) {
    // Nothing to set: no row changes, but the requested columns keep their names.
    const columns = returning.map((name) => columnOf(table, name)).join(', ') || '1';
    return `select ${columns} from ${target} where false`;
  }
  const sets = fields.map(({ name }) => `${identifier(name)} = pgrst_body.${identifier(name)}`);
  const from = recordsFrom(values.bind(plan.body.text), plan.body, fields, {
    applyDefaults: plan.applyDefaults,
    // As PostgREST. Each further one would lock the same rows again, and run their triggers.
    firstOnly: true,
  });
  return `update ${target} set ${sets.join(', ')} from ${from} ${whereSql(table, plan.conditions, values)} ${returningSql(table, returning)}`;
}

export function deleteSql(
  table: Table,
  conditions: readonly Condition[],
  returning: Returning,
  values: Values,
): string {
  const target = qualified(table.schema, table.name);
  return `delete from ${target} ${whereSql(table, conditions, values)} ${returningSql(table, returning)}`;
}

function whereSql(table: Table, conditions: readonly Condition[], values: Values): string {
  const target = { qualifier: qualified(table.schema, table.name), table, children: [] };
  return `where ${conditions.map((condition) => conditionSql(condition, target, values)).join(' and ')}`;
}

const returningSql = (table: Table, returning: Returning) =>
  `returning ${returning.map((name) => columnOf(table, name)).join(', ') || '1'}`;

const columnOf = (table: Table, name: string) =>
  `${qualified(table.schema, table.name)}.${name === '*' ? '*' : identifier(name)}`;
