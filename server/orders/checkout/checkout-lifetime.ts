/** Sessions end an hour after the order was made, and free its attempt. */
export const checkoutLifetimeMs = 60 * 60_000;

/** By then the provider has surely closed what was opened in the last second. */
export const checkoutGraceMs = 10 * 60_000;
