import type { z } from 'zod';
import { Failure } from './failure.ts';

/** In bytes. */
const LARGEST_BODY = 100_000;

/**
 * Reads the JSON body by `schema`. Null counts as absent, because clients send it for what they
 * leave out. Text that PostgreSQL cannot store (NUL, half a surrogate pair) is refused here.
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T | Failure> {
  const text = await readText(request);
  if (text instanceof Failure) return text;
  const body = parse(text);
  if (body instanceof Failure) return body;
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}

/** Like `readBody`, for calls whose body may be missing. */
export async function readOptionalBody<T>(
  request: Request,
  schema: z.ZodType<T>,
): Promise<T | Failure> {
  if (request.body === null) return schema.parse({});
  const copy = await readText(request);
  if (copy instanceof Failure) return copy;
  const init = { method: 'POST', body: copy.trim() === '' ? '{}' : copy };
  return readBody(new Request(request.url, init), schema);
}

/** Reads the body of a form submitted by a browser. */
export async function readForm(request: Request): Promise<URLSearchParams | Failure> {
  const body = await readText(request);
  return body instanceof Failure ? body : new URLSearchParams(body);
}

function parse(text: string): Record<string, unknown> | Failure {
  let storable = true;
  try {
    const body: unknown = JSON.parse(text, (key, value: unknown) => {
      storable &&= isStorable(key) && (typeof value !== 'string' || isStorable(value));
      return value;
    });
    if (!storable) return badJson('text contains characters that cannot be stored');
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return badJson('an object is expected');
    }
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  } catch (error) {
    return badJson(error instanceof Error ? error.message : 'malformed');
  }
}

/** Whether the database can store the text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

async function readText(request: Request): Promise<string | Failure> {
  const reader = request.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    size += value.byteLength;
    if (size > LARGEST_BODY) {
      // Not awaited: canceling a cloned request's body resolves only when the other copy is done.
      reader.cancel().catch(() => {});
      return new Failure(
        413,
        'request_entity_too_large',
        `Request body too large (max ${LARGEST_BODY} bytes)`,
      );
    }
    chunks.push(value);
  }
}

function badJson(detail: string): Failure {
  return new Failure(400, 'bad_json', `Could not parse request body as JSON: ${detail}`);
}
