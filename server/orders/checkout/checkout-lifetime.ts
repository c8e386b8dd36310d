const minute = 60_000;

/** Sessions end an hour after the order was made, and free its attempt. */
export const checkoutLifetimeMs = 60 * minute;

/** Short, so that held stock is soon free for others; but Stripe takes no less than 30 minutes. */
const stockLifetimeMs = 31 * minute;

/** Grace period after which the provider has certainly closed the page too. */
export const checkoutGraceMs = 10 * minute;

/** How long a lost answer may be asked for again: a page opened by then still stays open for a while. */
const unansweredRetryMs = 20 * minute;

/** How long an attempt's page stays open, and its lost answer may be asked for, in milliseconds. */
export function lifetimeOf({ holdsStock }: { holdsStock: boolean }): {
  openMs: number;
  retryMs: number;
} {
  return holdsStock
    ? { openMs: stockLifetimeMs, retryMs: minute / 2 }
    : { openMs: checkoutLifetimeMs, retryMs: unansweredRetryMs };
}
