import type { z } from 'zod';
import { findJsonExcess, maximumNesting, maximumValues } from '../nesting.ts';
import { type Failure, invalidRequest, tooLarge } from './failure.ts';

/** Bytes of a body that names a file or two. */
const LARGEST_BODY = 64 * 1024;

/** Bytes of a list of names: a thousand of the maximum length. */
export const LARGEST_LIST = 1024 * 1024;

/**
 * Parses a JSON body of the given shape, or returns what is wrong with it. Anybody may send one,
 * and parsing blocks everybody else, so excessive ones are refused unparsed.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  largest = LARGEST_BODY,
): Promise<{ ok: true; body: z.infer<Schema> } | { ok: false; failure: Failure }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > largest) return { ok: false, failure: tooLarge() };
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const excess = findJsonExcess(text);
  if (excess) {
    const most =
      excess === 'nesting' ? `nest ${maximumNesting} levels` : `hold ${maximumValues} values`;
    return { ok: false, failure: invalidRequest(`JSON may ${most} at most`) };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, failure: invalidRequest('Body is not valid JSON') };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, body: parsed.data };
  const [issue] = parsed.error.issues;
  const where = ['body', ...(issue?.path ?? [])].join('/');
  return { ok: false, failure: invalidRequest(`${where}: ${issue?.message}`) };
}
