import { networkOf, rangeOf } from '../../access/network-of.ts';
import type { Queryable } from '../../database/database.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { knownBrowser } from '../sessions/browser.ts';

/** Why an email is requested. */
type MailRequest =
  | 'signup'
  | 'otp'
  | 'recover'
  | 'resend'
  | 'resend_change'
  | 'email_change'
  | 'reauthenticate';

/**
 * Requests that may send to anybody's mailbox, and the site-wide budget each one draws on. Separate
 * budgets keep strangers who sign up from using up what customers need to change their address.
 */
const FOR_STRANGERS: ReadonlyMap<MailRequest, 'sign-ups' | 'changes'> = new Map([
  ['signup', 'sign-ups'],
  ['otp', 'sign-ups'],
  ['resend', 'sign-ups'],
  ['email_change', 'changes'],
  ['resend_change', 'changes'],
]);

/**
 * Fails when the caller has requested too many emails, or this same one a moment ago. Checked
 * before the account is looked up, so that the result does not reveal whether the address is known.
 * A browser the address has signed in from is counted on its own, so that nobody else can use up
 * its share. `on` is the current transaction, if any.
 */
export async function admitMail(
  call: AuthCall,
  request: MailRequest,
  email: string,
  on: Queryable = call.database,
): Promise<Failure | null> {
  if (call.writer === 'service') return null;
  const { mails, mailsTo } = call.limits;
  const known = knownBrowser(call, email);
  const caller = known ?? networkOf(call.address);
  const early = await mailsTo.take(`${request} ${email} ${caller}`, on);
  if (early > 0) return tooManyMails(early);
  const wait = await (known
    ? mails.browser.take(known, on)
    : takeForUnknownBrowser(call, request, caller, on));
  if (wait === 0) return null;
  await mailsTo.refund(`${request} ${email} ${caller}`, on);
  return mailboxFull(wait);
}

/** `retryAfter` in milliseconds, if known. */
export function mailboxFull(retryAfter?: number): Failure {
  const message = 'email rate limit exceeded';
  return new Failure(429, 'over_email_send_rate_limit', message, retryAfter ? { retryAfter } : {});
}

/**
 * Whether one more email may go to the address, no matter who requested it. If not, the mailbox
 * already holds one that still works. That is why emails for other purposes are counted separately:
 * new passwords, other accounts' requests to take over the address, and what a signed-in account
 * requests for itself. All browsers the address has signed in from share one extra allowance,
 * because its owner can create any number of them; beyond it they are counted like any other.
 * Callers lock the account first, so that two of them cannot deadlock here.
 */
export async function mayMail(
  tx: Queryable,
  call: AuthCall,
  email: string,
  apart?: 'password' | 'change' | 'own',
): Promise<boolean> {
  if (call.writer === 'service') return true;
  const { browsers, mailbox } = call.limits.mails;
  if (knownBrowser(call, email) && (await browsers.take(email, tx)) === 0) return true;
  const counted = apart ? `${apart} ${email}` : email;
  return (await mailbox.take(counted, tx)) === 0;
}

/** A caller's first emails do not count against the site-wide budget. */
async function takeForUnknownBrowser(
  { address, limits: { mails } }: AuthCall,
  request: MailRequest,
  caller: string,
  on: Queryable,
): Promise<number> {
  const range = rangeOf(address);
  const budget = FOR_STRANGERS.get(request);
  // Who signs up many accounts uses up nothing of what neighbors need who forgot their password.
  const ofRange = `${budget ?? 'own'} ${range}`;
  const wait = await mails.caller.take(caller, on);
  if (wait > 0) return wait;
  const rangeWait = await mails.callerOfRange.take(ofRange, on);
  if (rangeWait > 0) {
    await mails.caller.refund(caller, on);
    return rangeWait;
  }
  if (!budget) return 0;
  const isFree =
    (await mails.first.take(`${budget} ${caller}`, on)) === 0 &&
    (await mails.firstOfRange.take(`${budget} ${range}`, on)) === 0;
  if (isFree) return 0;
  const siteWait = await mails.strangers.take(budget, on);
  if (siteWait > 0) {
    await mails.caller.refund(caller, on);
    await mails.callerOfRange.refund(ofRange, on);
  }
  return siteWait;
}

export function tooManyMails(milliseconds: number): Failure {
  const seconds = Math.max(1, Math.floor(milliseconds / 1000));
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  return new Failure(429, 'over_email_send_rate_limit', message, { retryAfter: milliseconds });
}
