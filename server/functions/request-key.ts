import type { Context } from 'hono';

/** Printable ASCII; longer keys would not fit the column. */
const printable = /^[\x21-\x7e]{1,255}$/;

/** `Idempotency-Key`: what makes several calls one; null without it. */
export function readRequestKey(
  c: Context,
): { ok: true; key: string | null } | { ok: false; message: string } {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return { ok: true, key: null };
  return printable.test(key)
    ? { ok: true, key }
    : { ok: false, message: 'Idempotency-Key: 1 to 255 printable characters.' };
}
