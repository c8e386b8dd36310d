import type { Queryable } from '../../database/database.ts';
import { type UserChanges, type UserRow, updateUser } from '../accounts/users.ts';
import type { Failure } from '../failure.ts';
import { tooManyMails } from '../limits/admit-mail.ts';
import type { AuthCall, MailKind } from '../services.ts';
import { insertLinkRequest, type LinkRequest } from './link-requests.ts';
import {
  generateCode,
  hashCode,
  type OneTimeTokenType,
  PKCE_PREFIX,
  storeOneTimeToken,
} from './one-time-tokens.ts';
import { resolveRedirect } from './resolve-redirect.ts';

/** A new code, its hash for the link, and the link. */
export interface IssuedCode {
  code: string;
  hash: string;
  link: string;
}

/** What a code is for: its column and its link's `type`. */
interface Purpose {
  kind: MailKind;
  tokenType: OneTimeTokenType;
  sentAt: keyof UserChanges;
  linkType: string;
}

export const purposes = {
  signup: {
    kind: 'confirmation',
    tokenType: 'confirmation_token',
    sentAt: 'confirmation_sent_at',
    linkType: 'signup',
  },
  invite: {
    kind: 'invite',
    tokenType: 'confirmation_token',
    sentAt: 'confirmation_sent_at',
    linkType: 'invite',
  },
  recovery: {
    kind: 'recovery',
    tokenType: 'recovery_token',
    sentAt: 'recovery_sent_at',
    linkType: 'recovery',
  },
  magiclink: {
    kind: 'magiclink',
    tokenType: 'recovery_token',
    sentAt: 'recovery_sent_at',
    linkType: 'magiclink',
  },
  newEmail: {
    kind: 'email_change',
    tokenType: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    linkType: 'email_change',
  },
  currentEmail: {
    kind: 'email_change',
    tokenType: 'email_change_token_current',
    sentAt: 'email_change_sent_at',
    linkType: 'email_change',
  },
  reauthentication: {
    kind: 'reauthentication',
    tokenType: 'reauthentication_token',
    sentAt: 'reauthentication_sent_at',
    linkType: '',
  },
} as const satisfies Record<string, Purpose>;

type CodeRequest = Omit<LinkRequest, 'userId' | 'tokenHash' | 'relatesTo' | 'sentAt'>;

export interface CodeOptions {
  /** The recipient; the account's own address by default. */
  to?: string;
  /** The flow ends with an authorization code instead of tokens. */
  pkce?: boolean;
  /** What was typed where the link was requested, one entry per browser. */
  requests?: readonly CodeRequest[];
  /** Where the link redirects in the end; by default what the request asks for. */
  redirectTo?: string;
}

/** Creates a code and stores its hash. It replaces the account's earlier code of that kind. */
export async function issueCode(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  purpose: Purpose,
  options: CodeOptions = {},
): Promise<IssuedCode> {
  const { to = user.email ?? '', pkce = false, requests = [] } = options;
  const { redirectTo = requestedRedirect(call) } = options;
  const code = generateCode(call.settings.codeLength);
  const hash = (pkce ? PKCE_PREFIX : '') + hashCode(call.oneTimeTokenKey, to, code);
  const { tokenType, sentAt } = purpose;
  // A sign-up's link belongs to its requests, so that several can be valid at once.
  const isBound = requests.length > 0 && purpose.kind === 'confirmation';
  const sent = { [sentAt]: call.now.toISOString() };
  await updateUser(tx, user.id, { ...sent, ...(!isBound && { [tokenType]: hash }) }, call.now);
  const token = { userId: user.id, relatesTo: to };
  if (!isBound) {
    await storeOneTimeToken(tx, { ...token, type: tokenType, hash, now: call.now });
  }
  for (const request of requests) {
    await insertLinkRequest(tx, call, {
      ...token,
      ...request,
      tokenHash: hash,
      sentAt: call.now,
    });
  }
  const query = new URLSearchParams({
    token: hash,
    type: purpose.linkType,
    redirect_to: redirectTo,
  });
  return { code, hash, link: `${call.apiUrl(call.request)}/auth/v1/verify?${query}` };
}

/** Creates a code and emails it. */
export async function mailCode(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  purpose: Purpose,
  options: CodeOptions = {},
): Promise<null> {
  const issued = await issueCode(tx, call, user, purpose, options);
  const locale = readLocale(call.request);
  await call.sendMail(
    {
      to: options.to ?? user.email ?? '',
      kind: purpose.kind,
      token: issued.code,
      tokenHash: issued.hash,
      link: purpose.linkType === '' ? '' : issued.link,
      redirectTo: options.redirectTo ?? requestedRedirect(call),
      userMetadata: user.raw_user_meta_data ?? {},
      ...(locale && { locale }),
    },
    tx,
  );
  return null;
}

/** Fails if such an email was sent to the account a moment ago. */
export function tooSoon(call: AuthCall, sentAt: string | null): Failure | null {
  if (sentAt === null || call.limits.mailIntervalMs === 0) return null;
  const left = new Date(sentAt).getTime() + call.limits.mailIntervalMs - call.now.getTime();
  return left > 0 ? tooManyMails(left) : null;
}

/** The request's `redirect_to` if allowed; otherwise the site's URL. */
export function requestedRedirect(call: AuthCall): string {
  const wanted =
    call.url.searchParams.get('redirect_to') ?? call.request.headers.get('redirect_to');
  return resolveRedirect(wanted, call.siteUrl(call.request), call.allowedRedirects);
}

function readLocale(request: Request): string | undefined {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*/i.exec(request.headers.get('accept-language') ?? '')?.[0];
}
