import type { GoTrueClient } from '@supabase/auth-js';
import { announceSessionChange, readStoredSession, sessionStorageKey } from './stored-session.ts';

let opened: Promise<GoTrueClient> | null = null;

/**
 * The one auth client of this page, loaded when first needed: two would refresh the same session
 * against each other. Tokens in an address are never taken by itself (architecture §5).
 */
export function openAuth(publishableKey: string): Promise<GoTrueClient> {
  opened ??= import('@supabase/auth-js').then(({ AuthClient }) => {
    const auth = new AuthClient({
      url: `${window.location.origin}/auth/v1`,
      headers: { apikey: publishableKey },
      storageKey: sessionStorageKey(window.location.hostname),
      detectSessionInUrl: false,
      persistSession: true,
      autoRefreshToken: true,
    });
    auth.onAuthStateChange(announceSessionChange);
    return auth;
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** `Authorization` for the signed-in customer, refreshed if need be; nothing for a guest. */
export async function customerHeaders(publishableKey: string): Promise<Record<string, string>> {
  if (!readStoredSession()) return {};
  try {
    const { data } = await (await openAuth(publishableKey)).getSession();
    return data.session ? { Authorization: `Bearer ${data.session.access_token}` } : {};
  } catch {
    return {};
  }
}
