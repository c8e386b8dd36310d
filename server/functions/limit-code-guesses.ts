import type { Context } from 'hono';
import type { FailureLimiter } from '#server/http/rate-limiter.ts';
import { fail } from './failure.ts';

/** Counts guesses of unknown discount codes by network and range; null without rate limits. */
export type CodeGuesses = FailureLimiter | null;

/** The refusal for a network with too many wrong codes; null for all others. */
export async function refuseGuesses(
  guesses: CodeGuesses,
  c: Context,
  code: string,
): Promise<Response | null> {
  const seconds = code ? ((await guesses?.wait(addressFrom(c))) ?? 0) : 0;
  if (seconds === 0) return null;
  c.header('retry-after', String(seconds));
  return fail(c, 'rate_limited', 'Too many codes were tried. Please wait a few minutes.');
}

export async function countGuess(guesses: CodeGuesses, c: Context): Promise<void> {
  await guesses?.count(addressFrom(c));
}

function addressFrom(c: Context): string {
  return c.req.header('x-forwarded-for') ?? 'unknown';
}
