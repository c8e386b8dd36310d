import type { RateLimiter } from '#server/http/rate-limiter.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityKeys } from './authenticity-secrets.ts';
import type { ProofFiles } from './proof-files.ts';

/** Dependencies of everything that handles batches and codes. */
export interface Authenticity {
  keys: AuthenticityKeys;
  /** The private buckets. */
  files: ProofFiles;
  /** Limits on code checks, shared with lookups through the REST API. */
  limits: CheckLimits | null;
  /** Whether a proxy in front reports the visitor's country. */
  knowsCountry: boolean;
}

/** Null if nothing is limited. */
export interface CheckLimits {
  /** By the visitor's network and range: seconds to wait, or 0. */
  ofAddress: RateLimiter;
  /**
   * Checks through the REST API, everybody's together; above it, each takes longer but none is
   * refused.
   */
  ofAll: RateLimiter;
  /** Checks of unknown codes, everybody's together. */
  ofUnknown: RateLimiter;
}

export interface AuthenticityContext extends Authenticity {
  db: Tables;
  now: () => Date;
}
