import Stripe from 'stripe';
import type { ProviderFailure } from '../provider.ts';

/**
 * Tells "no" from "no answer" (https://docs.stripe.com/api/errors). Only what Stripe found wrong
 * with the request itself certainly did nothing; after anything else the outcome is unknown.
 * Rethrows what is not Stripe's.
 */
export function stripeFailure(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const kind =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
      ? 'refused'
      : 'unavailable';
  const keysRefused =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return {
    kind,
    keysRefused,
    repeated: kind === 'unavailable' && isReplayed(error),
    detail: [error.type, error.code, error.requestId].filter(Boolean).join(' '),
  };
}

/**
 * Stripe stores what it answered to an idempotency key once it had begun, a 500 too, and answers it again for a day
 * (https://docs.stripe.com/api/idempotent_requests).
 */
function isReplayed({ statusCode, headers }: Stripe.errors.StripeError): boolean {
  return (statusCode ?? 0) >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/** A fault of Stripe's own that the SDK does not ask about again, since Stripe says that it has most likely stored it. */
export function isUnretried(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.statusCode ?? 0) >= 500 &&
    error.headers?.['stripe-should-retry'] === 'false' &&
    !isReplayed(error)
  );
}

export function isMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
  );
}
