import { describe, expect, it } from 'vitest';
import { parseSession, sessionStorageKey } from './stored-session.ts';

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
});
