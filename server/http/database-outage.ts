/** Seconds for `Retry-After` while the database isn't responding. */
export const databaseRetryAfterSeconds = '5';
