import type { Database } from '../../database/database.ts';

const DAY = 86_400_000;

/** Retention of each, in milliseconds. */
const KEPT = {
  refreshTokens: DAY,
  flows: DAY,
  challenges: DAY,
  audit: 90 * DAY,
};

/** Rows of one statement: a long one would block the embedded database. */
const MOST_AT_ONCE = 1000;

/**
 * Deletes spent refresh tokens, sign-ins and second factors that were never finished, ended sessions, counts of limits
 * that are over and old audit entries, until none is left or `signal` asks to stop. To be called by a job now and then.
 * `now` in milliseconds since 1970. Returns how many rows went.
 */
export async function removeStale(
  database: Database,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = (age: number) => new Date(now - age).toISOString();
  const removals = [
    {
      text: removal('auth.link_requests', 'created_at < $1::timestamptz'),
      values: [before(KEPT.flows)],
    },
    {
      text: removal('auth.refresh_tokens', 'revoked and updated_at < $1::timestamptz'),
      values: [before(KEPT.refreshTokens)],
    },
    {
      text: removal('auth.flow_state', 'created_at < $1::timestamptz'),
      values: [before(KEPT.flows)],
    },
    {
      text: removal('auth.oauth_client_states', 'created_at < $1::timestamptz'),
      values: [before(KEPT.flows)],
    },
    {
      text: removal('auth.mfa_challenges', 'created_at < $1::timestamptz'),
      values: [before(KEPT.challenges)],
    },
    {
      text: removal('auth.mfa_factors', "status = 'unverified' and created_at < $1::timestamptz"),
      values: [before(KEPT.challenges)],
    },
    {
      text: removal('auth.sessions', 'not_after < $1::timestamptz'),
      values: [before(0)],
    },
    {
      text: removal('auth.audit_log_entries', 'created_at < $1::timestamptz'),
      values: [before(KEPT.audit)],
    },
  ];
  const fullLimits = {
    text: removal('auth.rate_limits', 'full_at < $1::timestamptz', 'key'),
    values: [before(0)],
  };
  let removed = 0;
  for (const statement of [...removals, fullLimits]) {
    let taken = 0;
    do {
      if (signal?.aborted) return removed;
      taken = (await database.query(statement)).rowCount;
      removed += taken;
    } while (taken === MOST_AT_ONCE);
  }
  return removed;
}

function removal(table: string, condition: string, key = 'id'): string {
  return `delete from ${table} where ${key} in (
    select ${key} from ${table} where ${condition} limit ${MOST_AT_ONCE})`;
}
