/** Accounts: the service under `/auth/v1`, its settings and its upkeep. */
export { createAuth } from '../auth/auth.ts';
export { createLeakedPasswordFinder } from '../auth/leaked-passwords.ts';
export { authLimits } from '../auth/rate-limits.ts';
export { removeStale } from '../auth/remove-stale.ts';
export type { AuthMail } from '../auth/services.ts';
export type { AuthSettings } from '../auth/settings.ts';
