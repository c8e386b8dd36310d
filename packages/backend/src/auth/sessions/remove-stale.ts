import type { Database } from '../../database/database.ts';
import { deleteInChunks, type Removal } from './delete-in-chunks.ts';

const DAY = 86_400_000;

/** How long each is retained, in milliseconds. */
const KEPT = {
  refreshTokens: DAY,
  flows: DAY,
  challenges: DAY,
  audit: 90 * DAY,
};

/**
 * Deletes spent refresh tokens, unfinished sign-ins and second factors, ended sessions, expired
 * rate-limit counts and old audit entries, until none is left or `signal` is aborted. Meant to be
 * called regularly by a job. `now` is in milliseconds since 1970. Returns how many rows were
 * deleted.
 */
export async function removeStale(
  database: Database,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = (age: number) => new Date(now - age).toISOString();
  const removals: Removal[] = [
    {
      table: 'auth.link_requests',
      condition: 'created_at < $1::timestamptz',
      value: before(KEPT.flows),
    },
    {
      table: 'auth.refresh_tokens',
      condition: 'revoked and updated_at < $1::timestamptz',
      value: before(KEPT.refreshTokens),
    },
    {
      table: 'auth.flow_state',
      condition: 'created_at < $1::timestamptz',
      value: before(KEPT.flows),
    },
    {
      table: 'auth.oauth_client_states',
      condition: 'created_at < $1::timestamptz',
      value: before(KEPT.flows),
    },
    {
      table: 'auth.mfa_challenges',
      condition: 'created_at < $1::timestamptz',
      value: before(KEPT.challenges),
    },
    {
      table: 'auth.mfa_factors',
      condition: "status = 'unverified' and created_at < $1::timestamptz",
      value: before(KEPT.challenges),
    },
    { table: 'auth.sessions', condition: 'not_after < $1::timestamptz', value: before(0) },
    {
      table: 'auth.audit_log_entries',
      condition: 'created_at < $1::timestamptz',
      value: before(KEPT.audit),
    },
    {
      table: 'auth.rate_limits',
      condition: 'full_at < $1::timestamptz',
      value: before(0),
      key: 'key',
    },
  ];
  let removed = 0;
  for (const removal of removals) removed += await deleteInChunks(database, removal, signal);
  return removed;
}
