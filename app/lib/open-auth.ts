import type { GoTrueClient } from '@supabase/auth-js';
import { sessionStore } from './session-store.ts';
import { announceSessionChange, readStoredSession, sessionStorageKey } from './stored-session.ts';

/** For a form that is about to need it. */
export const loadAuthClient = () => import('@supabase/auth-js');

let opened: Promise<GoTrueClient> | null = null;

/**
 * This page's only auth client, loaded when first needed: two clients would compete to refresh the
 * same session. It never picks up tokens from the URL by itself.
 */
export function openAuth(publishableKey: string): Promise<GoTrueClient> {
  opened ??= open(publishableKey, {
    storageKey: sessionStorageKey(window.location.hostname),
    storage: sessionStore,
    persistSession: true,
    autoRefreshToken: true,
  }).then((auth) => {
    auth.onAuthStateChange(announceSessionChange);
    return auth;
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** A client that stores nothing, for a session that does not count yet or only proves something. */
export function openTransientAuth(publishableKey: string): Promise<GoTrueClient> {
  return open(publishableKey, {
    storageKey: `passing-${crypto.randomUUID()}`,
    persistSession: false,
    autoRefreshToken: false,
  });
}

async function open(
  publishableKey: string,
  options: {
    storageKey: string;
    storage?: typeof sessionStore;
    persistSession: boolean;
    autoRefreshToken: boolean;
  },
): Promise<GoTrueClient> {
  const { AuthClient } = await loadAuthClient();
  return new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    headers: { apikey: publishableKey },
    detectSessionInUrl: false,
    fetch: fetchPatiently,
    ...options,
  });
}

/**
 * Too many refreshes (an office behind one IP address) must not end a session: the client treats a
 * refusal as final, but waits and retries after an outage.
 */
async function fetchPatiently(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const refreshes = String(input).includes('grant_type=refresh_token');
  if (!refreshes || response.status !== 429) return response;
  return new Response(response.body, { status: 503, headers: response.headers });
}

/** The current user of this browser, as the server will see them. */
export type Customer =
  | { kind: 'customer'; userId: string; headers: { Authorization: string }; email: string }
  | { kind: 'guest' }
  /** Signed in, but the session has to be refreshed first, which is not possible right now. */
  | { kind: 'unreachable' };

/** The customer with a token that is still valid for a while, refreshed if necessary. */
export async function readCustomer(publishableKey: string): Promise<Customer> {
  if (!readStoredSession()) return { kind: 'guest' };
  try {
    const { data } = await (await openAuth(publishableKey)).getSession();
    if (data.session) {
      return {
        kind: 'customer',
        userId: data.session.user.id,
        headers: { Authorization: `Bearer ${data.session.access_token}` },
        email: data.session.user.email ?? '',
      };
    }
  } catch {
    // Same as no response.
  }
  // The client deletes a session that has ended; one that merely could not be refreshed is still there.
  return { kind: readStoredSession() ? 'unreachable' : 'guest' };
}
