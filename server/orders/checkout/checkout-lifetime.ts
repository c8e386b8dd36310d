const minute = 60_000;

/** Sessions end an hour after the order was created, which frees the attempt's key. */
export const checkoutLifetimeMs = 60 * minute;

/**
 * Short, so that held stock is soon available to others, but Stripe requires at least 30 minutes.
 */
const stockLifetimeMs = 31 * minute;

/** Grace period after which the provider has certainly closed the page too. */
export const checkoutGraceMs = 10 * minute;

/**
 * How long to ask again for a response that was lost: a page opened by then still stays open for a
 * while.
 */
const unansweredRetryMs = 20 * minute;

/**
 * How long an attempt's page stays open, and how long its lost response can be asked for, in
 * milliseconds.
 */
export function lifetimeOf({ holdsStock }: { holdsStock: boolean }): {
  openMs: number;
  retryMs: number;
} {
  return holdsStock
    ? { openMs: stockLifetimeMs, retryMs: minute / 2 }
    : { openMs: checkoutLifetimeMs, retryMs: unansweredRetryMs };
}
