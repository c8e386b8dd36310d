import type { Context } from 'hono';

/** Says in the table interface's shape when to come again. */
export function refuseCall(c: Context, seconds: number, message: string): Response {
  return c.json({ code: 'rate_limited', message, details: null, hint: null }, 429, {
    'retry-after': String(seconds),
  });
}
