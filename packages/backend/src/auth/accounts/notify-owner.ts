import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import type { AccountChange } from '../notices.ts';
import type { AuthCall } from '../services.ts';
import type { UserRow } from './users.ts';

/**
 * Emails the account's owner at the address from before the change: whoever takes over an account
 * may change that too. An unconfirmed address may be a stranger's. Notices are counted separately
 * from all other emails to that mailbox, and only the account itself can cause them.
 */
export async function notifyOwner(
  tx: Queryable,
  call: AuthCall,
  before: UserRow,
  change: AccountChange,
): Promise<void> {
  if (!call.settings.notices.includes(change.kind)) return;
  if (!before.email || !before.email_confirmed_at) return;
  const wait = await call.limits.mails.mailbox.take(`notice ${before.id}`, tx);
  // The mailbox holds several notices by then.
  if (wait > 0) return;
  const notice = {
    ...change,
    id: randomUUID(),
    to: before.email,
    at: call.now,
    userMetadata: before.raw_user_meta_data ?? {},
  };
  await call.sendNotice(notice, tx);
}
