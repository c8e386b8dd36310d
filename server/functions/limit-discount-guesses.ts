import type { Context } from 'hono';
import type { FailureLimiter } from '#server/http/rate-limiter.ts';
import { isKnownDiscountCode } from '#server/orders/checkout/quote-cart.ts';
import type { Tables } from '#server/orders/tables.ts';
import { fail } from './failure.ts';

/** Counts guesses of unknown discount codes by network and range; null without rate limits. */
export type DiscountGuesses = FailureLimiter | null;

/**
 * Counts a guess of an unknown code. Returns the refusal for a network with too many of them; null
 * for all others.
 */
export async function refuseDiscountGuesses(
  guesses: DiscountGuesses,
  db: Tables,
  c: Context,
  code: string,
): Promise<Response | null> {
  if (!guesses || !code) return null;
  const address = c.req.header('x-forwarded-for') ?? 'unknown';
  const seconds = await guesses.attempt(address, () => isKnownDiscountCode(db, code));
  if (seconds === 0) return null;
  c.header('retry-after', String(seconds));
  return fail(c, 'rate_limited', 'Too many codes were tried. Please wait a few minutes.');
}
