import Stripe from 'stripe';
import type { ProviderFailure } from '../provider.ts';

/**
 * Distinguishes "no" from "no answer" (https://docs.stripe.com/api/errors). Only if Stripe rejected
 * the request itself is it certain that nothing happened; after anything else the outcome is
 * unknown. Rethrows errors that aren't Stripe's.
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
 * Once Stripe has started on a request, it stores its response under the idempotency key, even a
 * 500, and returns it again for a day (https://docs.stripe.com/api/idempotent_requests).
 */
function isReplayed({ statusCode, headers }: Stripe.errors.StripeError): boolean {
  return (statusCode ?? 0) >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/**
 * A server error at Stripe that the SDK doesn't retry, because Stripe says that it has most likely
 * stored it.
 */
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
