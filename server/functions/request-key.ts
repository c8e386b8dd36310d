import { createHmac } from 'node:crypto';
import type { Context } from 'hono';

/** Printable ASCII; longer keys would not fit the column. */
const printable = /^[\x21-\x7e]{1,255}$/;

/** `Idempotency-Key`: repeated calls with the same key count as one; null if absent. */
export function readRequestKey(
  c: Context,
): { ok: true; key: string | null } | { ok: false; message: string } {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return { ok: true, key: null };
  return printable.test(key)
    ? { ok: true, key }
    : { ok: false, message: 'Idempotency-Key: 1 to 255 printable characters.' };
}

/** As long as a UUID without hyphens; shorter keys are not considered random. */
const randomLength = 32;

/**
 * The name under which a payment attempt is stored. A random key is known only to its sender. A
 * short one ("1") can be chosen by anybody, so it is scoped to its caller: an account, a guest's
 * browser by its cookie, or else a guest's network. The name is secret, because access to the order
 * is derived from it.
 */
export function attemptKeyOf(
  key: string,
  { userId, browser, network }: { userId: string | null; browser: string | null; network: string },
  secret: Buffer,
): string {
  if (key.length >= randomLength) return key;
  const sender = userId
    ? ['account', userId]
    : browser
      ? ['browser', browser]
      : ['network', network];
  const named = JSON.stringify(['attempt', ...sender, key]);
  return createHmac('sha256', secret).update(named).digest('base64url');
}
