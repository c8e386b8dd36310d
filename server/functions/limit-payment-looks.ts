import type { Context } from 'hono';
import type { RateLimiter } from '#server/http/rate-limiter.ts';

/**
 * Whether the payment providers may be asked that many more questions for the caller's address. If
 * not, the caller gets what the database knows.
 */
export async function mayAskProviders(
  paymentLooks: RateLimiter | null,
  c: Context,
  looks: number,
): Promise<boolean> {
  if (!paymentLooks) return true;
  const seconds = await paymentLooks(c.req.header('x-forwarded-for') ?? 'unknown', looks);
  return seconds === 0;
}
