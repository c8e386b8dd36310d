import type { Queryable } from '../../database/database.ts';
import { isAddressTaken } from '../accounts/address-holder.ts';
import { type UserRow, updateUser } from '../accounts/users.ts';
import type { Failure } from '../failure.ts';
import { mailboxFull, mayMail } from '../limits/admit-mail.ts';
import type { AuthCall } from '../services.ts';
import { mailCode, purposes, tooSoon } from './codes.ts';
import { clearLinkRequests } from './link-requests.ts';
import { clearOneTimeTokens } from './one-time-tokens.ts';
import { type Challenge, insertFlow } from './pkce.ts';

/** Emails the new and the current address; the change happens once each has confirmed it. */
export async function requestEmailChange(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  email: string,
  challenge: Challenge | null,
  browsers: readonly (string | null)[],
): Promise<Failure | null> {
  const early = tooSoon(call, user.email_change_sent_at);
  if (early) return early;
  const asksCurrent = Boolean(user.email) && call.settings.confirmChangesTwice;
  if (asksCurrent && !(await mayMail(tx, call, user.email ?? '', 'own'))) return mailboxFull();
  const pkce = challenge !== null;
  if (challenge) {
    await insertFlow(tx, call, { userId: user.id, method: 'email_change', challenge });
  }
  await setEmailChange(tx, call, user, email);
  await clearLinkRequests(tx, user.id, ['email_change']);
  const requests = browsers.map((browserHash) => ({ kind: 'email_change' as const, browserHash }));
  // Where another account has the address, its owner gets no email.
  const isFree = !call.settings.bindBrowsers || !(await isAddressTaken(tx, call, email));
  if (isFree && (await mayMail(tx, call, email, 'change')))
    await mailCode(tx, call, user, purposes.newEmail, { to: email, pkce, requests });
  if (!asksCurrent) return null;
  return mailCode(tx, call, user, purposes.currentEmail, { pkce, requests });
}

/** The address waits to be confirmed; proofs that were given or asked for an earlier one say nothing of it. */
export async function setEmailChange(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  email: string,
): Promise<void> {
  const changes = {
    email_change: email,
    email_change_confirm_status: 0,
    email_change_token_current: '',
    email_change_token_new: '',
  };
  await updateUser(tx, user.id, changes, call.now);
  await clearOneTimeTokens(tx, user.id, 'email_change_token_current');
  await clearOneTimeTokens(tx, user.id, 'email_change_token_new');
}
