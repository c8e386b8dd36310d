import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { articleRules } from '#domain/article-rules.ts';
import { readBody } from '#server/http/read-body.ts';

const options: IOptions = {
  allowedTags: [...articleRules.allowedTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(articleRules.allowedAttributes).map(([name, list]) => [name, [...list]]),
  ),
  allowedSchemes: [...articleRules.allowedSchemes],
  allowProtocolRelative: articleRules.allowProtocolRelative,
  transformTags: { h1: 'h2' },
};

/** Four posts of the greatest length that the table takes. Cleaning is work, and anybody may call. */
const mostBytes = 2_000_000;

/**
 * Sanitizes the content of posts on its way into the table, for every client and in every mode: the
 * database can't parse HTML, and a check on the screen alone could be bypassed. Only JSON is read;
 * what comes in another form is cleaned when it is shown, as everything is.
 */
export const sanitizeArticles = createMiddleware(async (c, next) => {
  const { method } = c.req;
  const writes = method === 'POST' || method === 'PATCH' || method === 'PUT';
  if (!writes || !isPosts(c.req.url) || !isJson(c.req.header('content-type'))) return next();
  const body = await readBody(c.req.raw, mostBytes);
  if (!body) return tooLarge(c);
  const headers = new Headers(c.req.raw.headers);
  headers.delete('content-length');
  const { url, signal } = c.req.raw;
  c.req.raw = new Request(url, {
    method,
    headers,
    signal,
    body: sanitizeBody(new TextDecoder().decode(body)),
  });
  await next();
});

function tooLarge(c: Context): Response {
  return c.json(
    { code: 'too_large', message: 'Too much at once.', details: null, hint: null },
    413,
  );
}

function isPosts(url: string): boolean {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return path.split('/').filter(Boolean).join('/') === 'rest/v1/blog_posts';
  } catch {
    return false;
  }
}

const isJson = (type: string | undefined) => !type || /^application\/(?:[\w.]+\+)?json/i.test(type);

/** One row or a list of them; anything else is passed on for the table interface to refuse. */
function sanitizeBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(Array.isArray(value) ? value.map(sanitizeRow) : sanitizeRow(value));
  } catch {
    return body;
  }
}

function sanitizeRow(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const { content } = row as { content?: unknown };
  return typeof content === 'string' ? { ...row, content: sanitizeHtml(content, options) } : row;
}
