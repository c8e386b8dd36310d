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
 * Those whose mailbox may be anybody's, and which budget of the whole site they share: strangers who sign up
 * use up nothing of what customers need who change their address.
 */
const FOR_STRANGERS: ReadonlyMap<MailRequest, 'sign-ups' | 'changes'> = new Map([
  ['signup', 'sign-ups'],
  ['otp', 'sign-ups'],
  ['resend', 'sign-ups'],
  ['email_change', 'changes'],
  ['resend_change', 'changes'],
]);

/**
 * A failure when the caller has asked for too many emails, or for this one only just now. Decided
 * before anybody looks whether the address is known, so that it says nothing about it. A browser in
 * which the address has signed in counts by itself, so that nobody else can use up its share.
 * `on` is the transaction in which it is asked, if any.
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

/** `retryAfter` in milliseconds, where it is known. */
export function mailboxFull(retryAfter?: number): Failure {
  const message = 'email rate limit exceeded';
  return new Failure(429, 'over_email_send_rate_limit', message, retryAfter ? { retryAfter } : {});
}

/**
 * Whether one more email may go to the address, regardless of who asked. Where not, one that can be
 * used instead lies in its mailbox already: so those that serve another purpose are counted apart,
 * new passwords, requests of other accounts to take the address over and what a signed-in account asks
 * for itself. Browsers in which the address has signed in have a share of their own together, because
 * its owner makes as many of them as wanted; without it they are counted as any other. Whoever emails an
 * account locks it before this, so that two at once do not wait for each other.
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

/** The first emails of a caller are not the whole site's matter. */
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
