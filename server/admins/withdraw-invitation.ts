import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';

/** Voids an emailed link. False if it was already accepted or withdrawn. */
export function withdrawInvitation(
  db: Tables,
  { id, withdrawnBy }: { id: string; withdrawnBy: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await setAuditActor(tx, withdrawnBy);
    const gone = await tx
      .deleteFrom('private.admin_invitations')
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .returning('id')
      .execute();
    return gone.length > 0;
  });
}
