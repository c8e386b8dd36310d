import type { Context } from 'hono';

/** A 429 in the REST API's format, with `retry-after`. */
export function refuseCall(c: Context, seconds: number, message: string): Response {
  return c.json({ code: 'rate_limited', message, details: null, hint: null }, 429, {
    'retry-after': String(seconds),
  });
}
