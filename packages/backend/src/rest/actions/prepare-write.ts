import type { Database, Statement } from '../../database/database.ts';
import { hasLongBody, isDemanding } from '../plan/demanding-statement.ts';
import { planRead } from '../plan/plan-read.ts';
import type { ReadNode } from '../plan/read-node.ts';
import type { Condition } from '../query/query-ast.ts';
import type { RecordPayload } from '../request/read-payload.ts';
import { buildResponse } from '../respond/build-response.ts';
import { noColumn, noTable } from '../respond/schema-errors.ts';
import type { RestRequest } from '../rest-request.ts';
import type { Table } from '../schema/schema.ts';
import { readSql } from '../sql/read-sql.ts';
import { type RecordField, recordField } from '../sql/record-sql.ts';
import { type ResultOptions, type ResultRow, resultSql } from '../sql/result-sql.ts';
import type { Values } from '../sql/sql-text.ts';
import { type Search, searchesOf } from './bound-searches.ts';
import { checkAggregates, checkPreferences } from './check-request.ts';
import { explainStatement, preparedStatement, runStatement } from './run-statement.ts';

export interface Write {
  table: Table;
  /** What the response selects from the written rows. */
  node: ReadNode;
  returning: readonly string[];
  conditions: readonly Condition[];
  isDemanding: boolean;
  searches: readonly Search[];
}

export function prepareWrite(request: RestRequest): Write {
  const { schema, target, query, preferences, settings } = request;
  const table = schema.tables.get(target);
  if (!table) throw noTable(schema, target);
  checkPreferences(preferences);
  checkAggregates(query.select, settings);
  const node = planRead(
    schema,
    { kind: 'result', name: table.name, table, areWhole: false },
    query,
    {
      conditionsOnRoot: false,
      windows: false,
      maximumRows: null,
    },
  );
  const wantsRows =
    preferences.return === 'representation' || preferences.return === 'headers-only';
  const conditions = query.conditions
    .filter(({ path }) => path.length === 0)
    .map(({ condition }) => condition);
  return {
    table,
    node,
    returning: wantsRows ? neededColumns(node, table.primaryKey) : [],
    conditions,
    isDemanding: isDemanding(node, query.conditions),
    searches: searchesOf(node, conditions),
  };
}

/** The columns that the response selects, plus the keys needed for embedding and Location. */
function neededColumns(node: ReadNode, primaryKey: readonly string[]): string[] {
  const selected = node.fields.map(({ field }) => field.name);
  const relationships = node.children.map(({ relationship }) => relationship);
  if (selected.includes('*') || relationships.some(({ kind }) => kind === 'computed')) return ['*'];
  const keys = relationships.flatMap((relationship) => {
    if (relationship.kind === 'computed') return [];
    const pairs =
      relationship.kind === 'many-to-many' ? relationship.originColumns : relationship.columns;
    return pairs.map(([column]) => column);
  });
  return [...new Set([...selected, ...keys, ...primaryKey])];
}

export function fieldsOf(table: Table, { keys }: RecordPayload): RecordField[] {
  return [...new Set(keys)].map((key) => {
    const column = table.columns.get(key);
    if (!column) throw noColumn(table.name, key);
    return recordField(column);
  });
}

export function writeStatement(
  { preferences, media }: RestRequest,
  { node }: Write,
  mutation: string,
  values: Values,
  options: Pick<ResultOptions, 'refuse' | 'location' | 'inserted'>,
): Statement {
  const wantsBody = preferences.return === 'representation';
  const text = resultSql({
    sources: [`pgrst_source as (${mutation})`],
    rows: wantsBody ? readSql(node, values) : 'select from pgrst_source',
    media,
    body: wantsBody,
    ...options,
    refuse: { unlessOne: media.shape === 'object', ...options.refuse },
  });
  return preparedStatement(text, values.list);
}

/** The row that the statement returns, or a response if only its plan was requested. */
export async function execute(
  database: Database,
  request: RestRequest,
  { isDemanding, searches }: Write,
  statement: Statement,
): Promise<ResultRow | Response> {
  const { preferences, media } = request;
  const context = { ...request.context, isDemanding: isDemanding || hasLongBody(statement) };
  await request.boundSearches(searches, context);
  if (media.plan) {
    const body = await explainStatement(database, context, statement, media.plan);
    return buildResponse(
      { status: 200, headers: { 'content-type': media.contentType }, body },
      null,
    );
  }
  return runStatement(database, context, statement, { readOnly: false, preferences });
}

export const countedTotal = ({ preferences }: RestRequest, row: ResultRow) =>
  preferences.count ? row.rows : null;

/** Preferences that every write reports in Preference-Applied. */
export const commonPreferences = ({ preferences }: RestRequest) => ({
  return: preferences.return,
  count: preferences.count,
  transaction: preferences.transaction,
  handling: preferences.handling,
  timezone: preferences.timezone,
});
