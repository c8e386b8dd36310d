import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import type { UserRow } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { mayMail } from '../limits/admit-mail.ts';
import type { AuthCall, Json } from '../services.ts';
import { ensureBrowserHash, NO_BROWSER } from '../sessions/browser.ts';
import { mailCode, purposes } from './codes.ts';
import {
  insertLinkRequest,
  type LinkKind,
  type LinkRequestRow,
  listLinkRequests,
} from './link-requests.ts';
import { isExpired } from './one-time-tokens.ts';
import { type Challenge, insertFlow } from './pkce.ts';

export interface Typed {
  kind: Exclude<LinkKind, 'email_change'>;
  passwordHash: string | null;
  data: Json;
  challenge: Challenge | null;
  identityId?: string;
}

/** Whether the owner has verified the address and can sign in. */
export function isSettled(user: UserRow): boolean {
  const provided = user.identities.some(({ provider }) => provider !== 'email');
  return user.email_confirmed_at !== null && (Boolean(user.encrypted_password) || provided);
}

/**
 * Emails a link to confirm the address, and stores what was typed for the browser that typed it. If
 * one was just sent, no matter who requested it, its link is valid for this request too.
 */
export async function requestConfirmation(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  { kind, passwordHash, data, challenge, identityId }: Typed,
): Promise<null> {
  const browserHash = call.writer === 'service' ? null : (ensureBrowserHash(call) ?? NO_BROWSER);
  const flow =
    challenge &&
    ({
      userId: user.id,
      method: kind === 'otp' && user.email_confirmed_at ? 'magiclink' : 'email/signup',
      challenge,
    } as const);
  const request = {
    kind,
    browserHash,
    passwordHash: browserHash === NO_BROWSER ? null : passwordHash,
    userMetadata: call.sanitizeUserMetadata(data, call.writer),
    identityId: identityId ?? null,
    flowId: flow && (await insertFlow(tx, call, flow)),
  };
  const last = await findLastLink(tx, call, user);
  const isFresh = last && wasJustSent(call, last.sent_at);
  if (isFresh || !(await mayMail(tx, call, user.email ?? ''))) {
    if (!last) return null;
    await insertLinkRequest(tx, call, {
      ...request,
      userId: user.id,
      tokenHash: last.token_hash,
      relatesTo: last.relates_to,
      sentAt: new Date(last.sent_at),
    });
    return null;
  }
  await audit(tx, call, user, 'user_confirmation_requested', { provider: 'email' });
  return mailCode(tx, call, user, purposes.signup, {
    pkce: challenge !== null,
    requests: [request],
  });
}

/** Emails a new link, valid for everything that was typed for the earlier ones. */
export async function repeatConfirmation(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  challenge: Challenge | null,
): Promise<null> {
  const open = (await listLinkRequests(tx, user.id, ['signup', 'otp'])).filter((request) =>
    isOpen(call, user, request),
  );
  const [last] = open;
  if ((last && wasJustSent(call, last.sent_at)) || !(await mayMail(tx, call, user.email ?? '')))
    return null;
  const flow =
    challenge &&
    ({
      userId: user.id,
      method: 'email/signup',
      challenge,
    } as const);
  const flowId = flow && (await insertFlow(tx, call, flow));
  const byBrowser = new Map(open.toReversed().map((request) => [request.browser_hash, request]));
  const browserHash = ensureBrowserHash(call) ?? NO_BROWSER;
  const requests = [...byBrowser.values()].slice(-MOST_REPEATED).map((request) => ({
    kind: 'signup' as const,
    browserHash: request.browser_hash,
    passwordHash: request.encrypted_password,
    userMetadata: request.raw_user_meta_data,
    identityId: request.identity_id,
    flowId,
  }));
  const asked = { kind: 'signup', browserHash, flowId } as const;
  await audit(tx, call, user, 'user_confirmation_requested');
  return mailCode(tx, call, user, purposes.signup, {
    pkce: challenge !== null,
    requests: byBrowser.has(browserHash) ? requests : [...requests, asked],
  });
}

/** Stores the same for an address that already has an account, so that the two look alike. */
export async function recordRepeatedSignUp(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  { kind, passwordHash }: Pick<Typed, 'kind' | 'passwordHash'>,
): Promise<void> {
  await insertLinkRequest(tx, call, {
    userId: user.id,
    kind,
    tokenHash: `none ${randomUUID()}`,
    relatesTo: user.email ?? '',
    browserHash: ensureBrowserHash(call) ?? NO_BROWSER,
    passwordHash,
    sentAt: call.now,
  });
}

/** How many browsers' sign-ups a repeated link is valid for. */
const MOST_REPEATED = 20;

async function findLastLink(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
): Promise<LinkRequestRow | undefined> {
  return (await listLinkRequests(tx, user.id, ['signup', 'otp'])).find((request) =>
    isOpen(call, user, request),
  );
}

function isOpen(call: AuthCall, user: UserRow, request: LinkRequestRow): boolean {
  return (
    request.relates_to === user.email &&
    !request.token_hash.startsWith('none ') &&
    !isExpired(call, request.sent_at)
  );
}

function wasJustSent({ limits, now }: AuthCall, sentAt: string): boolean {
  return new Date(sentAt).getTime() + limits.mailIntervalMs > now.getTime();
}
