import { LRUCache } from 'lru-cache';
import type { Database, Statement } from '../../database/database.ts';
import { appliedPreferences } from '../request/parse-preferences.ts';
import { type RecordPayload, readRecords } from '../request/read-payload.ts';
import { buildResponse } from '../respond/build-response.ts';
import { contentRange } from '../respond/content-range.ts';
import type { RestRequest } from '../rest-request.ts';
import type { Table } from '../schema/schema.ts';
import { insertSql } from '../sql/mutation-sql.ts';
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

/** What to do with a row whose key already exists, if the table has a key. */
function resolutionOf({ query, preferences }: RestRequest, { table }: Write) {
  const columns = query.onConflict ?? table.primaryKey;
  return columns.length > 0 ? preferences.resolution : undefined;
}

/** Everything about an insert that depends only on its URL and headers, ready for any body. */
export interface CompiledInsert {
  write: Write;
  merges: boolean;
  statementFor(payload: RecordPayload): Statement;
}

/** For how many sets of body keys an insert's statements are cached. */
const cachedShapes = 20;

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

  const statements = new LRUCache<string, Statement>({ max: cachedShapes });
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

/** For the cache: bodies are large and personal. The body is always the first bound value. */
function withoutBody({ values = [], ...statement }: Statement): Statement {
  return { ...statement, values: values.slice(1) };
}

/** POST: inserts one row or many; with `resolution`, merges or skips rows whose key exists. */
export async function insertRows(
  database: Database,
  request: RestRequest,
  { write, merges, statementFor }: CompiledInsert,
): Promise<Response> {
  const { preferences, query, media } = request;
  const payload = readRecords(
    await request.readBody(),
    request.contentType,
    query.columns,
    request.settings.maximumBodyBytes,
  );
  const row = await execute(database, request, write, statementFor(payload));
  if (row instanceof Response) return row;
  const wantsBody = preferences.return === 'representation';
  return buildResponse(
    {
      status: merges && (row.inserted ?? 0) <= 0 ? 200 : 201,
      headers: {
        location: row.location ? locationOf(write.table, row.location) : null,
        'content-range': contentRange(1, 0, countedTotal(request, row)),
        'content-type': wantsBody ? media.contentType : null,
        'content-length': wantsBody ? null : '0',
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
