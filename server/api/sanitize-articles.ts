import { type Database, isOutage } from '@liv-fit/backend/database';
import { findJsonExcess } from '@liv-fit/backend/http';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { articleExcess, articleRules } from '#domain/article-rules.ts';
import type { Authenticate, Caller } from '#server/functions/caller.ts';
import { isAdmin } from '#server/functions/for-admins.ts';
import { readBody } from '#server/http/read-body.ts';
import { calledPath } from './called-path.ts';

const options: IOptions = {
  allowedTags: [...articleRules.allowedTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(articleRules.allowedAttributes).map(([name, list]) => [name, [...list]]),
  ),
  allowedSchemes: [...articleRules.allowedSchemes],
  allowProtocolRelative: articleRules.allowProtocolRelative,
  transformTags: { h1: 'h2' },
};

/** A post of the maximum length, all in four-byte characters. */
const maxBytes = 2_000_000;

export interface ArticleWriters {
  authenticate: Authenticate;
  database: Database;
}

/**
 * Sanitizes the content of posts on its way into the table, for every client and in every mode: the
 * database can't parse HTML, and a check on the screen alone could be bypassed. Parsing blocks
 * everybody else, so bodies from callers who may not write posts aren't read. Anything not certain
 * to be sanitized is rejected.
 */
export function sanitizeArticles({ authenticate, database }: ArticleWriters) {
  const findWriter = async (headers: Headers) => {
    const answer = await authenticate(headers);
    if (!answer.ok) return 'unknown' as const;
    const { caller } = answer;
    const mayWrite = caller.role === 'service_role' || (await isAdmin(database, caller));
    return { caller, mayWrite };
  };
  return createMiddleware(async (c, next) => {
    const { method, headers } = c.req.raw;
    const writes = method === 'POST' || method === 'PATCH' || method === 'PUT';
    if (!writes || calledPath(c.req.url) !== 'rest/v1/blog_posts') return next();
    const writer = await findWriter(headers).catch((error: unknown) => {
      if (isOutage(error)) return 'unavailable' as const;
      throw error;
    });
    if (writer === 'unavailable') {
      c.header('retry-after', '5');
      return refuse(c, 'PGRST001', 'The database does not answer. Please try again.', 503);
    }
    if (writer === 'unknown') {
      // Without the body: the REST API reports what is wrong with the key or token.
      c.req.raw = withBody(c.req.raw, null);
      return next();
    }
    if (!writer.mayWrite) return refusePermission(c, writer.caller);
    const type = headers.get('content-type');
    if (type !== null && !/^application\/json\s*(?:;|$)/i.test(type)) {
      return refuse(c, 'PGRST102', 'Articles are accepted as application/json only.');
    }
    const body = await readBody(c.req.raw, maxBytes);
    if (!body) return refuse(c, 'too_large', 'Too much at once.', 413);
    const rows = readRows(new TextDecoder().decode(body));
    if (!rows.ok) return refuse(c, rows.code, rows.message);
    c.req.raw = withBody(c.req.raw, JSON.stringify(rows.value));
    return next();
  });
}

function withBody({ url, method, headers, signal }: Request, body: string | null): Request {
  const ofBody = new Headers(headers);
  ofBody.delete('content-length');
  return new Request(url, { method, headers: ofBody, signal, body });
}

/** In the REST API's format. */
function refuse(
  c: Context,
  code: string,
  message: string,
  status: 400 | 413 | 503 = 400,
): Response {
  return c.json({ code, message, details: null, hint: null }, status);
}

/** Same error as from the database. */
function refusePermission(c: Context, { role }: Caller): Response {
  const message = 'permission denied for table blog_posts';
  return c.json({ code: '42501', message, details: null, hint: null }, role === 'anon' ? 401 : 403);
}

type ReadRows = { ok: true; value: unknown } | { ok: false; code: string; message: string };

/** One row or a list of rows; anything else is passed on for the REST API to reject. */
function readRows(text: string): ReadRows {
  const value = parse(text);
  if (value === undefined) return wrong('PGRST102', 'Empty or invalid json');
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  const contents: string[] = [];
  for (const row of rows) {
    const content = contentOf(row);
    if (typeof content === 'string') contents.push(content);
    // PostgreSQL would turn lists and objects into text.
    else if (content !== undefined && content !== null) {
      return wrong('23514', 'The content of a post must be text.');
    }
  }
  for (const content of contents) {
    const excess = articleExcess(content);
    if (excess) return wrong('23514', excess);
  }
  // They are all parsed in one go, so the limit applies to the sum.
  if (articleExcess(contents.join(''))) {
    return wrong('23514', 'These posts are too long for one request. Please send fewer.');
  }
  return { ok: true, value: Array.isArray(value) ? rows.map(sanitizeRow) : sanitizeRow(value) };
}

const wrong = (code: string, message: string) => ({ ok: false, code, message }) as const;

function parse(text: string): unknown {
  if (findJsonExcess(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function contentOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'content' in row ? row.content : undefined;
}

function sanitizeRow(row: unknown): unknown {
  const content = contentOf(row);
  return typeof content === 'string'
    ? { ...(row as object), content: sanitizeHtml(content, options) }
    : row;
}
