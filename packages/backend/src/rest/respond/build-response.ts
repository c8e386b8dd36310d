import type { ResultRow } from '../sql/result-sql.ts';
import { isHeader } from './database-failure.ts';
import { badResponseHeaders, badResponseStatus } from './request-errors.ts';

export interface ResponseParts {
  status: number;
  headers: Readonly<Record<string, string | null | undefined>>;
  body: string | null;
}

/** Builds the response, including what the database set in `response.status` and `response.headers`. */
export function buildResponse(parts: ResponseParts, row: ResultRow | null): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(parts.headers)) {
    if (value != null) headers.set(name, value);
  }
  if (row?.headers) setOwnHeaders(headers, row.headers);
  const status = row?.status ? ownStatus(row.status) : parts.status;
  const hasBody = status !== 204 && status !== 304;
  if (!hasBody) headers.delete('content-length');
  // A long body passed as text would be scanned several times on the only thread.
  const body = hasBody && parts.body !== null ? Buffer.from(parts.body) : null;
  if (body) headers.set('content-length', String(body.length));
  return new Response(body, { status, headers });
}

function ownStatus(text: string): number {
  const status = /^\d{3}$/.test(text) ? Number(text) : 0;
  if (status < 200 || status > 599) throw badResponseStatus();
  return status;
}

/** Headers from the database replace the response's own of the same name; repeated ones are all kept. */
function setOwnHeaders(headers: Headers, text: string): void {
  const seen = new Set<string>();
  for (const [name, value] of parseHeaders(text)) {
    if (seen.has(name.toLowerCase())) headers.append(name, value);
    else headers.set(name, value);
    seen.add(name.toLowerCase());
  }
}

function parseHeaders(text: string): [string, string][] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw badResponseHeaders();
  }
  if (!Array.isArray(list)) throw badResponseHeaders();
  return list.map((item: unknown) => {
    const entries = typeof item === 'object' && item !== null ? Object.entries(item) : [];
    const [entry] = entries;
    if (entries.length !== 1 || !entry || !isHeader(entry[0], entry[1])) throw badResponseHeaders();
    return entry as [string, string];
  });
}
