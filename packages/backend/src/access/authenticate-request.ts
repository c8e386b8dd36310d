import type { RequestContext } from '../database/database.ts';
import { type ApiKeys, createKeyMatcher, type KeyRole } from './api-keys.ts';
import { callerOf } from './network-of.ts';
import {
  refuseMissingKey,
  refuseRole,
  refuseSession,
  refuseToken,
  refuseWrongKey,
} from './refuse-request.ts';
import type { SessionCheck } from './session-check.ts';
import type { TokenVerdict } from './token-signer.ts';

/** `isUser`: the request carried a user's token besides the key. */
type Identified = { ok: true; role: KeyRole; isUser?: boolean } | { ok: false; response: Response };

export type Authenticated =
  | { ok: true; context: RequestContext }
  | { ok: false; response: Response };

export interface Authenticator {
  /** Identifies the key that the request carries, with or without a user token. */
  identify(request: Request): Identified;
  /**
   * The caller as row security sees it: the role of the key, or of the user's token if there is
   * one. With `keyOptional`, a user's token needs no key beside it.
   */
  authenticate(request: Request, options?: { keyOptional?: boolean }): Promise<Authenticated>;
}

export interface AuthenticatorOptions {
  keys: ApiKeys;
  verifyToken: (token: string) => Promise<TokenVerdict>;
  /**
   * Refuses valid tokens whose session has ended. Left out, they are accepted until they expire, as
   * on a hosted project.
   */
  checkSession?: SessionCheck;
  /** Treats calls without a key as anonymous. */
  keylessAnonymous?: boolean;
}

/** A token can name no other role, whatever is in the account's `role` column. */
const ROLES: ReadonlySet<unknown> = new Set(['anon', 'authenticated', 'service_role']);

/** Credentials stay out of the database settings, where a logged statement could expose them. */
const WITHHELD_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'apikey']);

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { keys, verifyToken, checkSession, keylessAnonymous = false } = options;
  const matchKey = createKeyMatcher(keys);

  /** A legacy key is a JWT and may be sent as the bearer token alone. */
  const keyOf = (request: Request) => {
    const bearer = readBearer(request.headers);
    return bearer !== null && matchKey(bearer) ? bearer : readApiKey(request);
  };

  const identify = (request: Request): Identified => {
    const presented = keyOf(request);
    if (!presented) {
      return keylessAnonymous
        ? { ok: true, role: 'anon' }
        : { ok: false, response: refuseMissingKey() };
    }
    const role = matchKey(presented);
    const bearer = readBearer(request.headers);
    const isUser = bearer !== null && matchKey(bearer) === null;
    return role ? { ok: true, role, isUser } : { ok: false, response: refuseWrongKey() };
  };

  return {
    identify,
    async authenticate(request, { keyOptional = false } = {}) {
      const bearer = readBearer(request.headers);
      const key: Identified =
        keyOptional && bearer !== null && !keyOf(request)
          ? { ok: true, role: 'anon' }
          : identify(request);
      if (!key.ok) return key;

      if (bearer === null || matchKey(bearer)) {
        return { ok: true, context: describeCaller(request, key.role, { role: key.role }) };
      }
      const verdict = await verifyToken(bearer);
      if (!verdict.ok) return { ok: false, response: refuseToken(verdict.problem, bearer) };
      const { role } = verdict.claims;
      if (!ROLES.has(role)) return { ok: false, response: refuseRole(String(role)) };
      if (checkSession && !(await checkSession(verdict.claims))) {
        return { ok: false, response: refuseSession() };
      }
      return { ok: true, context: describeCaller(request, String(role), verdict.claims) };
    },
  };
}

/** The token in an `Authorization: Bearer` header, or null if there is none. */
export function readBearer(headers: Headers): string | null {
  return /^Bearer +(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

function readApiKey(request: Request): string | null {
  const header = request.headers.get('apikey');
  if (header) return header;
  const query = request.url.includes('apikey=')
    ? new URL(request.url).searchParams.get('apikey')
    : null;
  if (query) return query;
  const bearer = readBearer(request.headers);
  return bearer?.startsWith('sb_') ? bearer : null;
}

function describeCaller(
  request: Request,
  role: string,
  claims: NonNullable<RequestContext['claims']>,
): RequestContext {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (!WITHHELD_HEADERS.has(name)) headers[name] = value;
  }
  const { pathname } = new URL(request.url);
  const context = { role, claims, headers, method: request.method, path: pathname };
  // Whoever holds the secret key is the project's own server and isn't counted as a caller.
  const caller = role === 'service_role' ? null : callerOf(request.headers);
  return caller === null ? context : { ...context, caller };
}
