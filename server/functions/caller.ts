/** Who is calling a function, after key and token were verified. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role';
  /** Null for guests and for the service. */
  userId: string | null;
  /** The verified token's claims, for the database; null without a token. */
  claims: Readonly<Record<string, unknown>> | null;
}

/**
 * Reads `apikey` and `Authorization`. Returns a code instead of a caller if the call must be
 * refused.
 */
export type Authenticate = (
  headers: Headers,
) => Promise<
  { ok: true; caller: Caller } | { ok: false; code: 'invalid_api_key' | 'invalid_token' }
>;
