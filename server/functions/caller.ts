/** Who calls a function, once the key and the token were verified. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role';
  /** Null for guests and for the service. */
  userId: string | null;
  /** What the verified token says, for the database; null without a token. */
  claims: Readonly<Record<string, unknown>> | null;
}

/** Reads `apikey` and `Authorization`. A code instead of a caller is the reason to refuse. */
export type Authenticate = (
  headers: Headers,
) => Promise<
  { ok: true; caller: Caller } | { ok: false; code: 'invalid_api_key' | 'invalid_token' }
>;
