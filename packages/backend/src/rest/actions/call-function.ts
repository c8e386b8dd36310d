import type { Database } from '../../database/database.ts';
import { maximumNesting, nestingOf } from '../../nesting.ts';
import { hasLongBody, isDemanding } from '../plan/demanding-statement.ts';
import { findFunction } from '../plan/find-function.ts';
import { planRead } from '../plan/plan-read.ts';
import { appliedPreferences } from '../request/parse-preferences.ts';
import { countOf, decode, parseJson, readJson } from '../request/read-payload.ts';
import { readWindow } from '../request/read-window.ts';
import { buildResponse } from '../respond/build-response.ts';
import { badBody, maxAffectedNeedsSet } from '../respond/request-errors.ts';
import type { RestRequest } from '../rest-request.ts';
import { type DatabaseFunction, returnsVoid } from '../schema/schema.ts';
import { type CallArguments, callSql } from '../sql/call-sql.ts';
import { countSql, readSql } from '../sql/read-sql.ts';
import { resultSql } from '../sql/result-sql.ts';
import { Values } from '../sql/sql-text.ts';
import { searchesOf } from './bound-searches.ts';
import { checkAggregates, checkPreferences } from './check-request.ts';
import { applyWindow, pageResponse } from './read-rows.ts';
import { explainStatement, preparedStatement, runStatement } from './run-statement.ts';

/**
 * Calls a function and returns its rows like a table's. The transaction is read-only for GET and
 * HEAD, and if the function isn't volatile.
 */
export async function callFunction(database: Database, request: RestRequest): Promise<Response> {
  const { schema, query, preferences, media, settings, method } = request;
  const { called, given } = await resolveCall(request);
  checkPreferences(preferences);
  checkAggregates(query.select, settings);
  const affectedLimit = preferences.handling === 'strict' ? preferences.maxAffected : undefined;
  if (affectedLimit !== undefined && !called.returns.isSet) throw maxAffectedNeedsSet();

  const window = readWindow(query, method === 'GET' ? request.rangeHeader : null);
  const table =
    called.returns.isComposite && called.returns.schema === schema.name
      ? (schema.tables.get(called.returns.name) ?? null)
      : null;
  const name = table?.name ?? called.name;
  const node = planRead(schema, { kind: 'result', name, table, areWhole: true }, query, {
    conditionsOnRoot: true,
    windows: true,
    maximumRows: settings.maximumRows,
  });
  applyWindow(node, window, settings.maximumRows);

  const values = new Values();
  const source = callSql(called, given, values);
  const wantsBody = method !== 'HEAD' && !returnsVoid(called);
  const text = resultSql({
    sources: [`pgrst_source as (${source})`],
    rows: readSql(node, values),
    media,
    called,
    body: wantsBody,
    count: preferences.count ? countSql(node, values) : null,
    refuse: { unlessOne: media.shape === 'object', moreThan: affectedLimit, large: true },
  });
  const statement = preparedStatement(text, values.list);
  const context = {
    ...request.context,
    isDemanding: isDemanding(node, query.conditions) || hasLongBody(statement),
  };
  await request.boundSearches(searchesOf(node), context);
  const headers = {
    'content-type': returnsVoid(called) ? null : media.contentType,
    'content-profile': returnsVoid(called) ? null : request.profile,
    'preference-applied': appliedPreferences({
      count: preferences.count,
      transaction: preferences.transaction,
      handling: preferences.handling,
      timezone: preferences.timezone,
      maxAffected: preferences.maxAffected,
    }),
  };
  if (media.plan) {
    const body = await explainStatement(database, context, statement, media.plan);
    return buildResponse({ status: 200, headers, body }, null);
  }
  const row = await runStatement(database, context, statement, {
    readOnly: method !== 'POST' || called.volatility !== 'volatile',
    preferences,
  });
  if (returnsVoid(called)) return buildResponse({ status: 204, headers, body: null }, row);
  return pageResponse(row, window, headers, method);
}

async function resolveCall(
  request: RestRequest,
): Promise<{ called: DatabaseFunction; given: CallArguments }> {
  const { schema, target, method, contentType, query } = request;
  const isPost = method === 'POST';
  const find = (names: ReadonlySet<string>) =>
    findFunction(schema, target, names, { isPost, contentType });

  if (!isPost) return namedCall(query.arguments, find);
  const bytes = await request.readBody();
  switch (contentType) {
    case 'application/x-www-form-urlencoded':
      return namedCall(formPairs(decode(bytes)), find);
    case 'text/plain':
    case 'text/xml':
      return { called: find(new Set()), given: { kind: 'whole', value: decode(bytes) } };
    case 'application/octet-stream':
      return { called: find(new Set()), given: { kind: 'whole', value: bytes } };
    case 'application/json':
      return jsonCall(decode(bytes) || '{}', query.columns, find);
    default:
      throw badBody(`Content-Type not acceptable: ${contentType}`);
  }
}

type Find = (names: ReadonlySet<string>) => DatabaseFunction;

/** Each pair is an argument, or one value of a variadic argument; more than anybody needs are refused. */
const maximumPairs = 1_000;

function formPairs(text: string): [string, string][] {
  if (countOf('&', text) >= maximumPairs) {
    throw badBody(`A call may give ${maximumPairs} arguments at most`);
  }
  return [...new URLSearchParams(text)];
}

function namedCall(pairs: readonly (readonly [string, string])[], find: Find) {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    // The text may be converted to JSON on its way to the parameter.
    if (nestingOf(value) > maximumNesting) {
      throw badBody(`A value may nest ${maximumNesting} brackets at most`);
    }
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  const called = find(new Set(values.keys()));
  return { called, given: { kind: 'named', values } satisfies CallArguments };
}

/** PostgreSQL's own limit. */
const maximumArguments = 100;

function jsonCall(text: string, columns: readonly string[] | undefined, find: Find) {
  const value = parseJson(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const payload = isObject || Array.isArray(value) ? tryRecords(text, columns, value) : null;
  // No function has more parameters, so further names make no difference.
  const names = new Set(payload?.keys.slice(0, maximumArguments + 1) ?? []);
  const called = find(names);
  if (called.parameters.length === 1 && called.parameters[0]?.name === '') {
    return { called, given: { kind: 'whole', value: text } satisfies CallArguments };
  }
  const body = payload?.body ?? { text: '{}', isArray: false };
  return { called, given: { kind: 'json', body, names } satisfies CallArguments };
}

/** An array that isn't a list of records may still be the whole argument. */
function tryRecords(text: string, columns: readonly string[] | undefined, value: unknown) {
  try {
    return readJson(text, columns, value);
  } catch {
    return null;
  }
}
