/** Accounts: the service under `/auth/v1`, its settings and its maintenance. */
export { createAuth } from '../auth/auth.ts';
export { type AuthNotice, noticeKinds } from '../auth/notices.ts';
export { createLeakedPasswordFinder } from '../auth/passwords/leaked-passwords.ts';
export type { AuthMail } from '../auth/services.ts';
export { removeStale } from '../auth/sessions/remove-stale.ts';
export type { AuthSettings } from '../auth/settings.ts';
export { authLimits } from '../limits.ts';
