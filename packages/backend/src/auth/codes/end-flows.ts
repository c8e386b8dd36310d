import type { Queryable } from '../../database/database.ts';
import type { FlowMethod } from './pkce.ts';

/**
 * Ends flows started for the account, or from one of its sessions to add an identity. `keptId` is
 * the flow that this call completes; `keptMethod` spares a whole kind.
 */
export async function endFlows(
  tx: Queryable,
  userId: string,
  {
    keptId = null,
    keptMethod = null,
  }: { keptId?: string | null; keptMethod?: FlowMethod | null } = {},
): Promise<void> {
  await tx.query({
    text: `delete from auth.flow_state where (user_id = $1 or linking_target_id = $1)
      and ($2::uuid is null or id <> $2::uuid)
      and ($3::text is null or authentication_method <> $3)`,
    values: [userId, keptId, keptMethod],
  });
}

/**
 * Ends flows that someone else could finish without access to the mailbox: issued codes, and
 * identities about to be added. A link still in the mailbox stays valid.
 */
export async function endStartedFlows(tx: Queryable, userId: string): Promise<void> {
  await tx.query({
    text: `delete from auth.flow_state
      where linking_target_id = $1 or user_id = $1 and auth_code_issued_at is not null`,
    values: [userId],
  });
}
