import type { Database } from '../../database/database.ts';
import { appliedPreferences } from '../request/parse-preferences.ts';
import { readRecords } from '../request/read-payload.ts';
import { buildResponse } from '../respond/build-response.ts';
import { contentRange } from '../respond/content-range.ts';
import { badPutFilters, needsWhere, putWithLimit } from '../respond/request-errors.ts';
import type { RestRequest } from '../rest-request.ts';
import { deleteSql, insertSql, updateSql } from '../sql/mutation-sql.ts';
import type { ResultRow } from '../sql/result-sql.ts';
import { Values } from '../sql/sql-text.ts';
import {
  commonPreferences,
  countedTotal,
  execute,
  fieldsOf,
  prepareWrite,
  type Write,
  writeStatement,
} from './prepare-write.ts';

/** PATCH: a filter is required, as on a hosted project. */
export async function updateRows(database: Database, request: RestRequest): Promise<Response> {
  const { preferences, query } = request;
  const write = prepareWrite(request);
  const payload = readRecords(
    await request.readBody(),
    request.contentType,
    query.columns,
    request.settings.maximumBodyBytes,
  );
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
  const row = await execute(database, request, write, statement);
  if (row instanceof Response) return row;
  const range = contentRange(0, row.rows - 1, countedTotal(request, row));
  return writeResponse(request, row, range, { missing: preferences.missing });
}

/** DELETE: a filter is required, as on a hosted project. */
export async function deleteRows(database: Database, request: RestRequest): Promise<Response> {
  const write = prepareWrite(request);
  if (write.conditions.length === 0) throw needsWhere('DELETE');
  const values = new Values();
  const mutation = deleteSql(write.table, write.conditions, write.returning, values);
  const statement = writeStatement(request, write, mutation, values, {
    refuse: { moreThan: affectedLimit(request) },
  });
  const row = await execute(database, request, write, statement);
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

/** PUT: inserts or replaces the one row that the URL identifies by its whole primary key. */
export async function putRow(database: Database, request: RestRequest): Promise<Response> {
  const { query, preferences } = request;
  if (query.windows.some(({ path }) => path.length === 0)) throw putWithLimit();
  const write = prepareWrite(request);
  if (!namesPrimaryKey(write)) throw badPutFilters();
  const payload = readRecords(
    await request.readBody(),
    request.contentType,
    query.columns,
    request.settings.maximumBodyBytes,
  );
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
  const row = await execute(database, request, write, statement);
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
