import type { z } from 'zod';
import { type Failure, invalidRequest, tooLarge } from './failure.ts';

const LARGEST_BODY = 1024 * 1024;

/** A JSON body of the given shape, or what is wrong with it. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; body: z.infer<Schema> } | { ok: false; failure: Failure }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY) return { ok: false, failure: tooLarge() };
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return { ok: false, failure: invalidRequest('Body is not valid JSON') };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, body: parsed.data };
  const [issue] = parsed.error.issues;
  const where = ['body', ...(issue?.path ?? [])].join('/');
  return { ok: false, failure: invalidRequest(`${where}: ${issue?.message}`) };
}
