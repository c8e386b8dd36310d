import { AuthClient } from '@supabase/auth-js';
import type { Page } from 'playwright/test';
import { adminAccount, test as base, expect } from './shop-test.ts';

interface AdminFixtures {
  /** A page with the owner signed in; open `/admin/…`. */
  admin: Page;
}

interface AdminWorkerFixtures {
  /** The owner's session as the browser stores it. */
  ownerSession: string;
  publishableKey: string;
}

/** The shop's tests with the owner signed in, without going through the login each time. */
export const test = base.extend<AdminFixtures, AdminWorkerFixtures>({
  publishableKey: [
    async ({ shop }, use) => {
      const answer = await fetch(`${shop.origin}/config.json`);
      await use((await answer.json()).publishableKey);
    },
    { scope: 'worker' },
  ],
  ownerSession: [
    async ({ shop, publishableKey }, use) => {
      await use(await sessionOf(shop.origin, publishableKey, adminAccount));
    },
    { scope: 'worker' },
  ],
  admin: async ({ page, ownerSession }, use) => {
    await page.addInitScript((session) => {
      if (!sessionStorage.getItem('signed-in')) {
        sessionStorage.setItem('signed-in', 'once');
        localStorage.setItem('sb-127-auth-token', session);
      }
    }, ownerSession);
    await use(page);
  },
});

/** Signs in through the API; returns what the browser would store. */
export async function sessionOf(
  origin: string,
  publishableKey: string,
  account: { email: string; password: string },
): Promise<string> {
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
  const { data, error } = await auth.signInWithPassword(account);
  if (error) throw error;
  return JSON.stringify(data.session);
}

export { adminAccount, expect };
