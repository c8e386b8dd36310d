import type { Queryable } from '../../database/database.ts';
import { isAddressTaken } from '../accounts/address-holder.ts';
import { lockUser, type UserRow, updateUser } from '../accounts/users.ts';
import type { Failure } from '../failure.ts';
import { mailboxFull, mayMail } from '../limits/admit-mail.ts';
import type { AuthCall } from '../services.ts';
import { mailCode, purposes, tooSoon } from './codes.ts';
import { clearLinkRequests, listLinkRequests } from './link-requests.ts';
import { clearOneTimeTokens, isExpired } from './one-time-tokens.ts';
import { type Challenge, insertFlow } from './pkce.ts';

/** Emails the new and the current address; the change happens once both have confirmed it. */
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
  // If another account has the address, its owner gets no email.
  const isFree = !call.settings.bindBrowsers || !(await isAddressTaken(tx, call, email));
  if (isFree && (await mayMail(tx, call, email, 'change')))
    await mailCode(tx, call, user, purposes.newEmail, { to: email, pkce, requests });
  if (!asksCurrent) return null;
  return mailCode(tx, call, user, purposes.currentEmail, { pkce, requests });
}

/**
 * Emails whichever addresses have yet to confirm the change again, no matter who asks. Both or
 * neither, so that they expire together. A change whose codes have expired is over.
 */
export async function repeatEmailChange(
  tx: Queryable,
  call: AuthCall,
  userId: string,
  challenge: Challenge | null,
): Promise<Failure | null> {
  // Locked, or a code for an address that confirms just now would count for the other address.
  const user = await lockUser(tx, userId);
  if (!user) return null;
  const { email, email_change: changed } = user;
  if (!changed || isExpired(call, user.email_change_sent_at)) return null;
  const early = tooSoon(call, user.email_change_sent_at);
  if (early) return early;
  const isHalf = user.email_change_confirm_status !== 0;
  const asksCurrent =
    Boolean(email) &&
    call.settings.confirmChangesTwice &&
    !(isHalf && user.email_change_token_current === '');
  const asksNew =
    !(isHalf && asksCurrent) &&
    (!call.settings.bindBrowsers || !(await isAddressTaken(tx, call, changed)));
  if (asksCurrent && !(await mayMail(tx, call, email ?? ''))) return null;
  if (asksNew && !(await mayMail(tx, call, changed, 'change'))) return null;
  const pkce = challenge !== null;
  if (challenge) {
    await insertFlow(tx, call, { userId: user.id, method: 'email_change', challenge });
  }
  const asked = await listLinkRequests(tx, user.id, ['email_change']);
  const requests = [...new Set(asked.map((request) => request.browser_hash))].map(
    (browserHash) => ({ kind: 'email_change' as const, browserHash }),
  );
  if (asksNew) await mailCode(tx, call, user, purposes.newEmail, { to: changed, pkce, requests });
  if (asksCurrent) await mailCode(tx, call, user, purposes.currentEmail, { pkce, requests });
  return null;
}

/**
 * Stores the address until it is confirmed; confirmations and codes for an earlier one no longer
 * count.
 */
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
