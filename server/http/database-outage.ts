/** Seconds for `Retry-After` while the database does not answer. */
export const databaseRetryAfterSeconds = '5';
