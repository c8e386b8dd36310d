import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import type { AccountChange } from '../notices.ts';
import type { AuthCall } from '../services.ts';
import type { UserRow } from './users.ts';

/**
 * Emails the owner of the account, at the address that it had before the change: whoever takes an
 * account over may change that too. An address that nobody has confirmed may be a stranger's. Only
 * what the account itself does is counted, apart from every other email to that mailbox.
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
  // Its mailbox holds several by then.
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
