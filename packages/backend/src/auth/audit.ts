import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { type AuthCall, INSTANCE_ID, type Json } from './services.ts';

/** GoTrue's actions, each with the kind of log it belongs to. */
const LOG_TYPES = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
} as const;

export type AuditAction = keyof typeof LOG_TYPES;

export interface Actor {
  id: string;
  email: string | null;
}

/** A caller with the secret key. */
export const SERVICE_ACTOR: Actor = { id: INSTANCE_ID, email: 'service_role' };

export async function audit(
  tx: Queryable,
  call: AuthCall,
  actor: Actor,
  action: AuditAction,
  traits?: Json,
): Promise<void> {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email ?? '',
    actor_via_sso: false,
    log_type: LOG_TYPES[action],
    ...(traits && { traits }),
  };
  await tx.query({
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values ($1, $2, $3::text::json, $4::timestamptz, $5)`,
    values: [
      INSTANCE_ID,
      randomUUID(),
      JSON.stringify(payload),
      call.now.toISOString(),
      call.address.slice(0, 64),
    ],
  });
}
