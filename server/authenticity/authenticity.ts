import type { RateLimiter } from '#server/http/rate-limiter.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityKeys } from './authenticity-secrets.ts';
import type { ProofFiles } from './proof-files.ts';

/** Dependencies of everything about batches and codes. */
export interface Authenticity {
  keys: AuthenticityKeys;
  /** The private buckets. */
  files: ProofFiles;
  /** Checks of codes, shared with the table interface's look-ups. */
  limits: CheckLimits | null;
  /** Whether a proxy in front says which country a visitor is in. */
  knowsCountry: boolean;
}

/** Null where nothing is limited. */
export interface CheckLimits {
  /** By the visitor's network and range: seconds it has to wait, 0 while it need not. */
  ofAddress: RateLimiter;
  /** By the table interface, of everybody together; beyond it each takes longer and none is refused. */
  ofAll: RateLimiter;
  /** Codes that are not there, of everybody together. */
  ofUnknown: RateLimiter;
}

export interface AuthenticityContext extends Authenticity {
  db: Tables;
  now: () => Date;
}
