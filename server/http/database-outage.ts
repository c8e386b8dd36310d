/** How soon to come back, in seconds, where the database does not answer. */
export const databaseRetryAfterSeconds = '5';
