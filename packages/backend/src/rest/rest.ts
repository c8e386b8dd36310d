import { LRUCache } from 'lru-cache';
import type { Database, RequestContext } from '../database/database.ts';
import { createSearchBound } from './actions/bound-searches.ts';
import { callFunction } from './actions/call-function.ts';
import { type CompiledInsert, compileInsert, insertRows } from './actions/insert-rows.ts';
import { type CompiledRead, compileRead, runRead } from './actions/read-rows.ts';
import { deleteRows, putRow, updateRows } from './actions/write-rows.ts';
import { parseQuery } from './query/parse-query.ts';
import { negotiateMediaType } from './request/negotiate-media-type.ts';
import { parsePreferences } from './request/parse-preferences.ts';
import { contentTypeOf, readBody } from './request/read-payload.ts';
import { databaseFailure, isInternal } from './respond/database-failure.ts';
import {
  badPath,
  badRpcMethod,
  noDescription,
  unknownSchema,
  unsupportedMethod,
  urlTooLong,
} from './respond/request-errors.ts';
import { RestError } from './respond/rest-error.ts';
import { noTable } from './respond/schema-errors.ts';
import type { RestRequest, RestSettings } from './rest-request.ts';
import { readTimezones } from './schema/read-timezones.ts';
import { createSchemaCache, type Loaded } from './schema/schema-cache.ts';
import { identifier } from './sql/sql-text.ts';

const defaults: RestSettings = {
  maximumRows: 1_000,
  maximumBodyBytes: 1024 * 1024,
  maximumUrlLength: 16 * 1024,
  aggregates: false,
  explain: false,
  transactionOverride: false,
};

export interface RestOptions extends Partial<RestSettings> {
  database: Database;
  /** The path before the relation, without a trailing slash. */
  basePath?: string;
  /** Schemas that requests can use; the first is the default. */
  schemas?: readonly [string, ...string[]];
  /** Schemas after the request's own on the search path (PostgREST's db-extra-search-path). */
  extraSearchPath?: readonly string[];
  /** Called with failures of the database itself, whose details the caller doesn't get. */
  onError?: (error: unknown) => void;
}

export interface Rest {
  /** Handles one request as `context`; never throws because of the request or the database. */
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** Reloads the schema; happens automatically on `notify pgrst`. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** PostgREST's API for the tables, views and functions of the exposed schemas. */
export function createRest({
  database,
  basePath = '/rest/v1',
  schemas = ['public'],
  extraSearchPath = ['public', 'extensions'],
  onError,
  ...limits
}: RestOptions): Rest {
  const configured: RestSettings = { ...defaults, ...limits };
  const boundSearches = createSearchBound(database);
  /** Compiled reads, by everything that their meaning depends on. */
  const compiledReads = new LRUCache<string, CompiledRead>(cacheSize(1_000));
  /** The same for inserts, which repeat the same URL and headers for every row. */
  const compiledInserts = new LRUCache<string, KnownInsert>(cacheSize(200));
  const schemaCache = createSchemaCache(database, schemas, () => {
    compiledReads.clear();
    compiledInserts.clear();
  });

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const { maximumUrlLength } = configured;
    if (request.url.length > maximumUrlLength) throw urlTooLong(maximumUrlLength);
    const loaded = await schemaCache.current();
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') {
      const key = cacheKey(request);
      const known = compiledReads.get(key);
      if (known) return runRead(database, known, withCaller(context, known.request));
      const understood = await understand(request, loaded, context);
      if (understood.isFunction) return callFunction(database, understood.request);
      const compiled = compileRead(withoutCaller(understood.request));
      compiledReads.set(key, compiled);
      return runRead(database, compiled, understood.request.context);
    }
    const key = method === 'POST' ? cacheKey(request) : '';
    const known = compiledInserts.get(key);
    if (known) {
      const own = {
        ...known.request,
        readBody: () => readBody(request, known.request.settings.maximumBodyBytes),
        context: withCaller(context, known.request),
      };
      return insertRows(database, own, known.insert);
    }
    const understood = await understand(request, loaded, context);
    if (understood.isFunction) return callFunction(database, understood.request);
    switch (method) {
      case 'POST': {
        const kept = withoutCaller(understood.request);
        const insert = compileInsert(kept);
        compiledInserts.set(key, { request: kept, insert });
        return insertRows(database, understood.request, insert);
      }
      case 'PATCH':
        return updateRows(database, understood.request);
      case 'DELETE':
        return deleteRows(database, understood.request);
      case 'PUT':
        return putRow(database, understood.request);
      case 'OPTIONS':
        return describeMethods(understood.request);
      default:
        throw unsupportedMethod(method);
    }
  }

  async function understand(
    request: Request,
    loaded: Loaded,
    context: RequestContext,
  ): Promise<{ isFunction: boolean; request: RestRequest }> {
    const { method, headers } = request;
    const url = new URL(request.url);
    const profile = profileOf(method, headers);
    const schema = loaded.schemas.get(profile ?? schemas[0]);
    if (!schema) throw unknownSchema(profile ?? schemas[0], schemas);
    const { target, isFunction } = targetOf(url.pathname.slice(basePath.length));
    const settings = { ...configured, ...loaded.switches };
    if (isFunction && !['GET', 'HEAD', 'POST'].includes(method)) throw badRpcMethod(method);
    const isRead = method === 'GET' || method === 'HEAD';
    const understood = {
      method,
      url,
      target,
      query: parseQuery(url.searchParams, { isFunctionRead: isFunction && isRead }),
      preferences: parsePreferences(headers.get('prefer'), {
        allowTransaction: settings.transactionOverride,
        timezones: await timezonesFor(headers),
      }),
      media: negotiateMediaType(headers.get('accept'), { allowPlan: settings.explain }),
      rangeHeader: headers.get('range'),
      contentType: contentTypeOf(headers),
      readBody: () => readBody(request, settings.maximumBodyBytes),
      boundSearches,
      schema,
      profile: schemas.length > 1 || profile !== null ? schema.name : null,
      settings,
      context,
    };
    const path = isFunction ? `/rpc/${target}` : `/${target}`;
    const searchPath = [schema.name, ...extraSearchPath].map(identifier).join(', ');
    const preRequest = settings.preRequest && `select ${settings.preRequest}()`;
    const caller = { ...context, method, path, searchPath, ...(preRequest ? { preRequest } : {}) };
    return { isFunction, request: { ...understood, context: caller } };
  }

  let timezones: Promise<ReadonlySet<string>> | null = null;

  /** Read once, and only if a request names a time zone: PostgreSQL opens a file for each. */
  function timezonesFor(headers: Headers): Promise<ReadonlySet<string>> | ReadonlySet<string> {
    if (!headers.get('prefer')?.includes('timezone=')) return new Set();
    timezones ??= readTimezones(database).catch((error: unknown) => {
      timezones = null;
      throw error;
    });
    return timezones;
  }

  return {
    async fetch(request, context) {
      try {
        return await answer(request, context);
      } catch (error) {
        if (isInternal(error)) onError?.(error);
        const failure = databaseFailure(error, { anonymous: context.role === 'anon' });
        if (failure instanceof RestError) return failure.toResponse();
        throw failure;
      }
    },
    reload: () => schemaCache.reload(),
    close: () => schemaCache.close(),
  };
}

/**
 * Limits the cache to many ordinary requests or a few long ones: a cached request takes about a
 * hundred times the size of its key, and anyone can send requests that never come again.
 */
function cacheSize(max: number) {
  return { max, maxSize: max * 500, sizeCalculation: (_: unknown, key: string) => key.length };
}

interface KnownInsert {
  request: RestRequest;
  insert: CompiledInsert;
}

/** The request without its caller and body, which must not stay in the cache. */
function withoutCaller(request: RestRequest): RestRequest {
  return {
    ...request,
    readBody: async () => new Uint8Array(),
    context: { ...request.context, role: '', claims: {}, headers: {}, caller: undefined },
  };
}

/** Compiled requests are shared by all callers and never contain one. */
function withCaller(caller: RequestContext, { context }: RestRequest): RequestContext {
  const { role, claims, headers } = caller;
  return { ...context, role, claims, headers, caller: caller.caller };
}

/** Headers that affect a request's meaning, besides its URL. */
const meaningful = [
  ...['accept', 'prefer', 'range'],
  ...['accept-profile', 'content-profile', 'content-type'],
];

function cacheKey({ method, url, headers }: Request): string {
  const relevant = meaningful.map((name) => headers.get(name));
  return [method, url, ...relevant].join('\n');
}

function targetOf(path: string): { target: string; isFunction: boolean } {
  const segments = path.split('/').slice(1).map(decodeSegment);
  if (segments.at(-1) === '') segments.pop();
  const [first, second, ...rest] = segments;
  if (first === undefined) throw noDescription();
  if (second === undefined) return { target: first, isFunction: false };
  if (first === 'rpc' && rest.length === 0) return { target: second, isFunction: true };
  throw badPath();
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badPath();
  }
}

/** The schema that a request names; reads and writes use different headers. */
function profileOf(method: string, headers: Headers): string | null {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  return headers.get(isRead ? 'accept-profile' : 'content-profile');
}

/** OPTIONS: the methods that a relation supports. */
function describeMethods({ schema, target }: RestRequest): Response {
  const table = schema.tables.get(target);
  if (!table) throw noTable(schema, target);
  const methods = [
    'OPTIONS,GET,HEAD',
    ...(table.insertable ? ['POST'] : []),
    ...(table.insertable && table.updatable && table.primaryKey.length > 0 ? ['PUT'] : []),
    ...(table.updatable ? ['PATCH'] : []),
    ...(table.deletable ? ['DELETE'] : []),
  ];
  return new Response(null, { status: 200, headers: { allow: methods.join(',') } });
}
