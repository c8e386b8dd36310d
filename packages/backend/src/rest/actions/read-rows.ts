import type { Database, Statement } from '../../database/database.ts';
import { isDemanding } from '../plan/demanding-statement.ts';
import { planRead } from '../plan/plan-read.ts';
import type { ReadNode } from '../plan/read-node.ts';
import { appliedPreferences } from '../request/parse-preferences.ts';
import { type RequestedWindow, readWindow } from '../request/read-window.ts';
import { buildResponse } from '../respond/build-response.ts';
import { pageRange } from '../respond/content-range.ts';
import { notSingular } from '../respond/request-errors.ts';
import { noTable } from '../respond/schema-errors.ts';
import type { RestRequest } from '../rest-request.ts';
import { countSql, readSql } from '../sql/read-sql.ts';
import { type ResultRow, resultSql } from '../sql/result-sql.ts';
import { Values } from '../sql/sql-text.ts';
import { type Search, searchesOf } from './bound-searches.ts';
import { checkAggregates, checkPreferences } from './check-request.ts';
import { contentLocation } from './content-location.ts';
import {
  explainStatement,
  preparedStatement,
  type RunOptions,
  runStatement,
} from './run-statement.ts';

/** Everything about a read that depends only on its URL and headers, ready to run for any caller. */
export interface CompiledRead {
  request: RestRequest;
  statement: Statement;
  run: RunOptions;
  isDemanding: boolean;
  searches: readonly Search[];
  window: RequestedWindow;
  headers: Record<string, string | null>;
}

export function compileRead(request: RestRequest): CompiledRead {
  const { schema, target, query, preferences, media, settings, method } = request;
  const table = schema.tables.get(target);
  if (!table) throw noTable(schema, target);
  checkPreferences(preferences);
  checkAggregates(query.select, settings);
  const window = readWindow(query, method === 'GET' ? request.rangeHeader : null);
  const node = planRead(schema, { kind: 'table', table }, query, {
    conditionsOnRoot: true,
    windows: true,
    maximumRows: settings.maximumRows,
  });
  applyWindow(node, window, settings.maximumRows);

  const values = new Values();
  const count = preferences.count;
  const text = resultSql({
    rows: readSql(node, values),
    media,
    body: method !== 'HEAD',
    // count=planned and estimated count exactly: the planner's estimate would reveal rows that row
    // security hides.
    count: count ? countSql(node, values) : null,
    refuse: { large: true },
  });
  return {
    request,
    statement: preparedStatement(text, values.list),
    run: { readOnly: true, preferences },
    isDemanding: isDemanding(node, query.conditions),
    searches: searchesOf(node),
    window,
    headers: {
      'content-type': media.contentType,
      'content-profile': request.profile,
      'content-location': contentLocation(target, request.url.searchParams),
      'preference-applied': appliedPreferences({
        count,
        transaction: preferences.transaction,
        handling: preferences.handling,
        timezone: preferences.timezone,
      }),
    },
  };
}

/** The Range header narrows limit and offset further; no page exceeds the maximum. */
export function applyWindow(node: ReadNode, { limit, offset }: RequestedWindow, maximum: number) {
  const largest = BigInt(maximum);
  node.limit = limit === null || limit > largest ? largest : limit;
  node.offset = offset === 0n ? null : String(offset);
}

export async function runRead(
  database: Database,
  compiled: CompiledRead,
  caller: RestRequest['context'],
): Promise<Response> {
  const { statement, run, window, headers } = compiled;
  const context = { ...caller, isDemanding: compiled.isDemanding };
  const { media, method, boundSearches } = compiled.request;
  await boundSearches(compiled.searches, context);
  if (media.plan) {
    const body = await explainStatement(database, context, statement, media.plan);
    return buildResponse({ status: 200, headers, body: method === 'HEAD' ? null : body }, null);
  }
  const row = await runStatement(database, context, statement, run);
  if (media.shape === 'object' && row.rows !== 1) throw notSingular(row.rows);
  return pageResponse(row, window, headers, method);
}

export function pageResponse(
  row: ResultRow,
  window: RequestedWindow,
  headers: Record<string, string | null>,
  method: string,
): Response {
  const { status, contentRange } = pageRange(Number(window.offset), row.rows, row.total);
  const body = method === 'HEAD' ? null : row.body;
  return buildResponse(
    { status, headers: { 'content-range': contentRange, ...headers }, body },
    row,
  );
}
