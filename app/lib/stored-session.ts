import { useSyncExternalStore } from 'react';

/** Who is signed in on this browser, according to its storage. The server checks again. */
export interface StoredSession {
  userId: string;
  email: string;
}

/** The same key that the official client would choose (requirements §9.5, auth session details). */
export function sessionStorageKey(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`;
}

/** Parses what the official client stored; null for anything that is not a session. */
export function parseSession(json: string | null): StoredSession | null {
  try {
    const { access_token, user } = JSON.parse(json ?? 'null') ?? {};
    if (typeof access_token !== 'string' || typeof user?.id !== 'string') return null;
    return { userId: user.id, email: typeof user.email === 'string' ? user.email : '' };
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();

/** Call when this tab signed in or out; other tabs get a storage event. */
export function announceSessionChange(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls the listener whenever somebody may have signed in or out, in any tab. Returns a function
 * that unsubscribes.
 */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('pageshow', listener);
  };
}

/** What the browser's storage did not accept, by key; the session then lasts as long as the page. */
export const unstored = new Map<string, string>();

/** Reads from the browser's storage, or from this page's memory if that is full or refused. */
export function readStored(key: string): string | null {
  try {
    return unstored.get(key) ?? window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

let snapshot = { json: null as string | null, session: null as StoredSession | null };

export function readStoredSession(): StoredSession | null {
  const json = readStored(sessionStorageKey(window.location.hostname));
  if (json !== snapshot.json) snapshot = { json, session: parseSession(json) };
  return snapshot.session;
}

/** Undefined on the server and until the browser's storage has been read. */
export function useStoredSession(): StoredSession | null | undefined {
  return useSyncExternalStore<StoredSession | null | undefined>(
    onSessionChange,
    readStoredSession,
    () => undefined,
  );
}

/** What else would tell the next person at this browser about the previous one: orders, links, names. */
const traces = [
  'auth-mails',
  'confirmed-orders',
  'checkout-attempt',
  'wallet-order',
  'order-link',
  'contact-draft',
  'report-draft',
  'admin-palette-recent',
  'notices',
];

/**
 * Removes everything the clients stored about anybody's session (requirements §6.4), and the other
 * traces of it. The cart takes care of itself: unsaved changes must not be lost.
 */
export function clearStoredSessions(): void {
  unstored.clear();
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (/^sb-.+-auth-token/.test(key)) window.localStorage.removeItem(key);
    }
    for (const key of traces) {
      window.localStorage.removeItem(key);
      window.sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to clear.
  }
  announceSessionChange();
}
