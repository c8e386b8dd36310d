import { describe, expect, it, vi } from 'vitest';
import { holdsUnstoredSession, sessionStore } from './session-store.ts';
import {
  clearStoredSessions,
  parseSession,
  readStoredSession,
  sessionStorageKey,
} from './stored-session.ts';

describe('stored session', () => {
  it('lives under the key that the official client chooses', () => {
    expect(sessionStorageKey('shop.example.com')).toBe('sb-shop-auth-token');
    expect(sessionStorageKey('localhost')).toBe('sb-localhost-auth-token');
  });

  it('says who is signed in', () => {
    const stored = { access_token: 'a.b.c', user: { id: 'u1', email: 'ada@example.com' } };
    expect(parseSession(JSON.stringify(stored))).toEqual({
      userId: 'u1',
      email: 'ada@example.com',
    });
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '7',
    '{}',
    '{"access_token":"a"}',
    '{"access_token":"a","user":{}}',
    '{"user":{"id":"u1"}}',
  ])('takes %j for nobody', (json) => {
    expect(parseSession(json)).toBeNull();
  });

  it('clears the session and its orders, but not the cart', () => {
    const storage = (entries: Record<string, string>) =>
      Object.defineProperty(entries, 'removeItem', {
        value: (key: string) => Reflect.deleteProperty(entries, key),
      });
    const localStorage = storage({
      'sb-localhost-auth-token': '{}',
      'sb-localhost-auth-token-code-verifier': '',
      'confirmed-orders': '[["0b5e",["mailed"]]]',
      cart: '[]',
    });
    const sessionStorage = storage({
      'checkout-attempt': '{}',
      'wallet-order': 'x',
      'order-link': 'x',
      'contact-draft': '{}',
      'report-draft': '{}',
      'admin-palette-recent': '[]',
    });
    vi.stubGlobal('window', { localStorage, sessionStorage });
    clearStoredSessions();
    vi.unstubAllGlobals();
    expect(localStorage).toEqual({ cart: '[]' });
    expect(sessionStorage).toEqual({});
  });

  it.each([
    ['full', 'QuotaExceededError', true],
    ['refused', 'SecurityError', false],
  ])('lives as long as the page where storage is %s', (_, name, readable) => {
    const refuse = () => {
      throw new DOMException('No.', name);
    };
    const former = new Map([['sb-localhost-auth-token', 'of another']]);
    const localStorage = {
      setItem: refuse,
      getItem: (key: string) => (readable ? (former.get(key) ?? null) : refuse()),
      removeItem: (key: string) => (readable ? former.delete(key) : refuse()),
    };
    vi.stubGlobal('window', { localStorage, location: { hostname: 'localhost' } });
    const key = sessionStorageKey('localhost');
    sessionStore.setItem(key, JSON.stringify({ access_token: 'a', user: { id: 'u1' } }));
    expect(readStoredSession()).toEqual({ userId: 'u1', email: '' });
    expect(holdsUnstoredSession()).toBe(true);
    if (readable) expect([...former]).toEqual([]);
    sessionStore.removeItem(key);
    expect(readStoredSession()).toBeNull();
    expect(holdsUnstoredSession()).toBe(false);
    vi.unstubAllGlobals();
  });
});
