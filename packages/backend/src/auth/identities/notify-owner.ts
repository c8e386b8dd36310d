import type { Queryable } from '../../database/database.ts';
import type { UserRow } from '../accounts/users.ts';
import type { AuthCall, AuthNotice } from '../services.ts';

/** Which identity came or went. */
type Change = Pick<AuthNotice, 'kind' | 'identityId' | 'provider'>;

const settingOf = {
  identity_linked: 'notifyOfLinkedIdentities',
  identity_unlinked: 'notifyOfUnlinkedIdentities',
} as const;

/**
 * Emails the owner of the account, at the address that it had before the change: whoever takes an
 * account over may change that too. An address that nobody has confirmed may be a stranger's. Only
 * what the account itself does is counted, apart from every other email to that mailbox.
 */
export async function notifyOwner(
  tx: Queryable,
  call: AuthCall,
  before: UserRow,
  change: Change,
): Promise<void> {
  if (!call.settings[settingOf[change.kind]]) return;
  if (!before.email || !before.email_confirmed_at) return;
  const wait = await call.limits.mails.mailbox.take(`notice ${before.id}`, tx);
  // Its mailbox holds several by then.
  if (wait > 0) return;
  const { email, raw_user_meta_data: userMetadata } = before;
  await call.sendNotice(
    { ...change, to: email, at: call.now, userMetadata: userMetadata ?? {} },
    tx,
  );
}
