import type { Database } from '../../database/database.ts';

const DAY = 86_400_000;

/** Retention of each, in milliseconds. */
const KEPT = {
  refreshTokens: DAY,
  flows: DAY,
  challenges: DAY,
  audit: 90 * DAY,
};

/**
 * Deletes spent refresh tokens, sign-ins and second factors that were never finished, ended sessions, counts of limits
 * that are over and old audit entries, at most 5,000 rows of a kind a call. To be called by a job now and then.
 * `now` in milliseconds since 1970. Returns how many rows went.
 */
export async function removeStale(database: Database, now: number): Promise<number> {
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
    text: `delete from auth.rate_limits
      where key in (select key from auth.rate_limits where full_at < $1::timestamptz limit 5000)`,
    values: [before(0)],
  };
  let removed = 0;
  for (const statement of [...removals, fullLimits])
    removed += (await database.query(statement)).rowCount;
  return removed;
}

function removal(table: string, condition: string): string {
  return `delete from ${table} where id in (select id from ${table} where ${condition} limit 5000)`;
}
