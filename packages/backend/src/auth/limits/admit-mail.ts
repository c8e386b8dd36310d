import { networkOf } from '../../access/network-of.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { knownBrowser } from '../sessions/browser.ts';

/** Why an email is requested. Only the first two may be for an address without an account. */
type MailRequest = 'signup' | 'otp' | 'recover' | 'resend' | 'email_change' | 'reauthenticate';

const FOR_STRANGERS: ReadonlySet<MailRequest> = new Set(['signup', 'otp']);

/**
 * A failure when the caller has asked for too many emails, or for this one only just now. Decided
 * before anybody looks whether the address is known, so that it says nothing about it. A browser in
 * which the address has signed in counts by itself, so that nobody else can use up its share.
 */
export function admitMail(call: AuthCall, request: MailRequest, email: string): Failure | null {
  if (call.writer === 'service') return null;
  const { mails, mailsTo } = call.limits;
  const known = knownBrowser(call, email);
  const caller = known ?? networkOf(call.address);
  const early = mailsTo.take(`${request} ${email} ${caller}`);
  if (early > 0) return tooManyMails(early);
  const wait = known ? mails.browser.take(known) : takeForUnknownBrowser(call, request, caller);
  if (wait === 0) return null;
  mailsTo.refund(`${request} ${email} ${caller}`);
  return new Failure(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
    retryAfter: wait,
  });
}

/**
 * Whether one more email may go to the address, regardless of who asked. Where not, one that can be
 * used instead lies in its mailbox already.
 */
export function mayMail(call: AuthCall, email: string): boolean {
  if (call.writer === 'service' || knownBrowser(call, email)) return true;
  return call.limits.mails.mailbox.take(email) === 0;
}

/** The first emails of a caller are not the whole site's matter. */
function takeForUnknownBrowser(
  { limits: { mails } }: AuthCall,
  request: MailRequest,
  caller: string,
) {
  const wait = mails.caller.take(caller);
  if (wait > 0 || !FOR_STRANGERS.has(request) || mails.first.take(caller) === 0) return wait;
  const siteWait = mails.strangers.take('site');
  if (siteWait > 0) mails.caller.refund(caller);
  return siteWait;
}

export function tooManyMails(milliseconds: number): Failure {
  const seconds = Math.max(1, Math.floor(milliseconds / 1000));
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  return new Failure(429, 'over_email_send_rate_limit', message, { retryAfter: milliseconds });
}
