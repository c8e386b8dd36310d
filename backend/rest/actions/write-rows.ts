import { LRUCache } from 'lru-cache';
import type { Database, Statement } from '#backend/database/database.ts';
import { planRead } from '../plan/plan-read.ts';
import type { ReadNode } from '../plan/read-node.ts';
import type { Condition } from '../query/query-ast.ts';
import { appliedPreferences } from '../request/parse-preferences.ts';
import { type RecordPayload, readRecords } from '../request/read-payload.ts';
import { buildResponse } from '../respond/build-response.ts';
import { contentRange } from '../respond/content-range.ts';
import { badPutFilters, needsWhere, putWithLimit } from '../respond/request-errors.ts';
import { noColumn, noTable } from '../respond/schema-errors.ts';
import type { RestRequest } from '../rest-request.ts';
import type { Table } from '../schema/schema.ts';
import { deleteSql, insertSql, updateSql } from '../sql/mutation-sql.ts';
import { readSql } from '../sql/read-sql.ts';
import { type RecordField, recordField } from '../sql/record-sql.ts';
import { type ResultOptions, type ResultRow, resultSql } from '../sql/result-sql.ts';
import { Values } from '../sql/sql-text.ts';
import { checkAggregates, checkPreferences } from './check-request.ts';
import { explainStatement, preparedStatement, runStatement } from './run-statement.ts';

interface Write {
  table: Table;
  /** The representation: what is selected of the rows written. */
  node: ReadNode;
  returning: readonly string[];
  conditions: readonly Condition[];
}

function prepareWrite(request: RestRequest): Write {
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
  return {
    table,
    node,
    returning: wantsRows ? neededColumns(node, table.primaryKey) : [],
    conditions: query.conditions
      .filter(({ path }) => path.length === 0)
      .map(({ condition }) => condition),
  };
}

/** What the representation selects, plus the keys that embedding and Location need. */
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

function fieldsOf(table: Table, { keys }: RecordPayload): RecordField[] {
  return [...new Set(keys)].map((key) => {
    const column = table.columns.get(key);
    if (!column) throw noColumn(table.name, key);
    return recordField(column);
  });
}

function writeStatement(
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

/** The row that the statement answers, or the response where only its plan was asked for. */
async function execute(
  database: Database,
  { preferences, media, context }: RestRequest,
  statement: Statement,
): Promise<ResultRow | Response> {
  if (media.plan) {
    const body = await explainStatement(database, context, statement, media.plan);
    return buildResponse(
      { status: 200, headers: { 'content-type': media.contentType }, body },
      null,
    );
  }
  return runStatement(database, context, statement, { readOnly: false, preferences });
}

const countedTotal = ({ preferences }: RestRequest, row: ResultRow) =>
  preferences.count === 'exact' || preferences.count === 'estimated' ? row.rows : null;

/** What is done with a row whose key is there already, where there is a key at all. */
function resolutionOf({ query, preferences }: RestRequest, { table }: Write) {
  const columns = query.onConflict ?? table.primaryKey;
  return columns.length > 0 ? preferences.resolution : undefined;
}

/** Everything about an insert that follows from its URL and headers, ready for any body. */
export interface CompiledInsert {
  write: Write;
  merges: boolean;
  /** The statement for this body. */
  statementFor(payload: RecordPayload): Statement;
}

/** Bodies of different keys that an insert's statements are kept for. */
const keptShapes = 20;

export function compileInsert(request: RestRequest): CompiledInsert {
  const { preferences, query } = request;
  const write = prepareWrite(request);
  const conflictColumns = query.onConflict ?? write.table.primaryKey;
  const resolution = resolutionOf(request, write);
  const merges = resolution === 'merge-duplicates';

  const compile = (payload: RecordPayload): Statement => {
    const values = new Values();
    const mutation = insertSql(
      {
        table: write.table,
        body: payload.body,
        fields: fieldsOf(write.table, payload),
        returning: write.returning,
        applyDefaults: preferences.missing === 'default',
        conflict: resolution && {
          resolution: merges ? 'merge' : 'ignore',
          columns: conflictColumns,
        },
      },
      values,
    );
    return writeStatement(request, write, mutation, values, {
      location: preferences.return === 'headers-only' ? write.table.primaryKey : null,
      inserted: merges,
    });
  };

  const statements = new LRUCache<string, Statement>({ max: keptShapes });
  return {
    write,
    merges,
    statementFor(payload) {
      const shape = JSON.stringify([payload.body.isArray, payload.keys]);
      const bodiless = statements.get(shape) ?? withoutBody(compile(payload));
      statements.set(shape, bodiless);
      const { values = [], ...statement } = bodiless;
      return { ...statement, values: [payload.body.text, ...values] };
    },
  };
}

/** For keeping: bodies are large, and somebody's. An insert binds its body first. */
function withoutBody({ values = [], ...statement }: Statement): Statement {
  return { ...statement, values: values.slice(1) };
}

/** POST: inserts one row or many; with `resolution` and a conflicting key merges or skips. */
export async function insertRows(
  database: Database,
  request: RestRequest,
  { write, merges, statementFor }: CompiledInsert,
): Promise<Response> {
  const { preferences, query, media } = request;
  const payload = readRecords(await request.readBody(), request.contentType, query.columns);
  const row = await execute(database, request, statementFor(payload));
  if (row instanceof Response) return row;
  const wantsBody = preferences.return === 'representation';
  return buildResponse(
    {
      status: merges && (row.inserted ?? 0) <= 0 ? 200 : 201,
      headers: {
        location: row.location ? locationOf(write.table, row.location) : null,
        'content-range': contentRange(1, 0, countedTotal(request, row)),
        'content-type': wantsBody ? media.contentType : null,
        'content-profile': wantsBody ? request.profile : null,
        'preference-applied': appliedPreferences({
          ...commonPreferences(request),
          resolution: resolutionOf(request, write),
          missing: preferences.missing,
        }),
      },
      body: wantsBody ? row.body : null,
    },
    row,
  );
}

function locationOf(table: Table, pairs: readonly string[]): string {
  const parameters = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return `${encodeURIComponent(name)}=${encodeURIComponent(value.join('='))}`;
  });
  return `/${encodeURIComponent(table.name)}?${parameters.join('&')}`;
}

/** Preferences that every write names in Preference-Applied. */
const commonPreferences = ({ preferences }: RestRequest) => ({
  return: preferences.return,
  count: preferences.count,
  transaction: preferences.transaction,
  handling: preferences.handling,
  timezone: preferences.timezone,
});

/** PATCH: never without a filter, as on a hosted project. */
export async function updateRows(database: Database, request: RestRequest): Promise<Response> {
  const { preferences, query } = request;
  const write = prepareWrite(request);
  const payload = readRecords(await request.readBody(), request.contentType, query.columns);
  const fields = fieldsOf(write.table, payload);
  if (write.conditions.length === 0 && fields.length > 0) throw needsWhere('UPDATE');
  const values = new Values();
  const mutation = updateSql(
    {
      table: write.table,
      body: payload.body,
      fields,
      conditions: write.conditions,
      returning: write.returning,
      applyDefaults: preferences.missing === 'default',
    },
    values,
  );
  const statement = writeStatement(request, write, mutation, values, {
    refuse: { moreThan: affectedLimit(request) },
  });
  const row = await execute(database, request, statement);
  if (row instanceof Response) return row;
  const range = contentRange(0, row.rows - 1, countedTotal(request, row));
  return writeResponse(request, row, range, { missing: preferences.missing });
}

/** DELETE: never without a filter, as on a hosted project. */
export async function deleteRows(database: Database, request: RestRequest): Promise<Response> {
  const write = prepareWrite(request);
  if (write.conditions.length === 0) throw needsWhere('DELETE');
  const values = new Values();
  const mutation = deleteSql(write.table, write.conditions, write.returning, values);
  const statement = writeStatement(request, write, mutation, values, {
    refuse: { moreThan: affectedLimit(request) },
  });
  const row = await execute(database, request, statement);
  if (row instanceof Response) return row;
  return writeResponse(request, row, contentRange(1, 0, countedTotal(request, row)), {});
}

const affectedLimit = ({ preferences: { handling, maxAffected } }: RestRequest) =>
  handling === 'strict' ? maxAffected : undefined;

function writeResponse(
  request: RestRequest,
  row: ResultRow,
  range: string | null,
  preferences: Parameters<typeof appliedPreferences>[0],
): Response {
  const wantsBody = request.preferences.return === 'representation';
  return buildResponse(
    {
      status: wantsBody ? 200 : 204,
      headers: {
        'content-range': range,
        'content-type': wantsBody ? request.media.contentType : null,
        'content-profile': wantsBody ? request.profile : null,
        'preference-applied': appliedPreferences({
          ...commonPreferences(request),
          maxAffected: request.preferences.maxAffected,
          ...preferences,
        }),
      },
      body: wantsBody ? row.body : null,
    },
    row,
  );
}

/** PUT: inserts or replaces the one row that the URL names by its whole primary key. */
export async function putRow(database: Database, request: RestRequest): Promise<Response> {
  const { query, preferences } = request;
  if (query.windows.some(({ path }) => path.length === 0)) throw putWithLimit();
  const write = prepareWrite(request);
  if (!namesPrimaryKey(write)) throw badPutFilters();
  const payload = readRecords(await request.readBody(), request.contentType, query.columns);
  const values = new Values();
  const mutation = insertSql(
    {
      table: write.table,
      body: payload.body,
      fields: fieldsOf(write.table, payload),
      returning: write.returning,
      applyDefaults: false,
      conflict: { resolution: 'merge', columns: write.table.primaryKey },
      mustMatch: write.conditions,
    },
    values,
  );
  const statement = writeStatement(request, write, mutation, values, {
    inserted: true,
    refuse: { unlessMatched: true },
  });
  const row = await execute(database, request, statement);
  if (row instanceof Response) return row;
  const wantsBody = preferences.return === 'representation';
  const response = writeResponse(request, row, null, {});
  return wantsBody && (row.inserted ?? 0) > 0
    ? new Response(response.body, { status: 201, headers: response.headers })
    : response;
}

function namesPrimaryKey({ table, conditions }: Write): boolean {
  const named = conditions.map((condition) =>
    condition.kind === 'filter' &&
    !condition.negated &&
    condition.operation.kind === 'compare' &&
    condition.operation.operator === 'eq' &&
    condition.operation.quantifier === undefined &&
    condition.field.path.length === 0
      ? condition.field.name
      : null,
  );
  return (
    table.primaryKey.length > 0 &&
    named.length === table.primaryKey.length &&
    table.primaryKey.every((column) => named.includes(column))
  );
}
