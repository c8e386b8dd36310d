import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import { sessionStorageKey } from '#app/lib/stored-session.ts';
import type { Database } from '#supabase/database.gen.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { secretKey } from './shop-test.ts';

export interface Person {
  id: string;
  email: string;
  password: string;
}

let people = 0;

/** An address and a password that nobody has used before. */
export function newPerson(): Omit<Person, 'id'> {
  people += 1;
  return { email: `person-${process.pid}-${people}@mail.example`, password: 'granite-and-honey' };
}

const keepNothing = { persistSession: false, autoRefreshToken: false };

/** With the secret key: everything. */
export function openService({ origin }: Pick<ShopProcess, 'origin'>) {
  return createClient<Database>(origin, secretKey, { auth: keepNothing });
}

/** A customer with a confirmed address, for tests that are about something else. */
export async function createPerson(shop: ShopProcess, name = 'Maya Stone'): Promise<Person> {
  const person = newPerson();
  const { data, error } = await openService(shop).auth.admin.createUser({
    ...person,
    email_confirm: true,
    user_metadata: { full_name: name },
  });
  if (error) throw error;
  return { ...person, id: data.user.id };
}

/** Signed in on this browser as if by the form, which has tests of its own. */
export async function enterAs(page: Page, shop: ShopProcess, person: Person): Promise<void> {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const visitor = createClient(shop.origin, publishableKey, { auth: keepNothing });
  const { data, error } = await visitor.auth.signInWithPassword(person);
  if (error) throw error;
  if (page.url() === 'about:blank') await page.goto('/favicon.svg');
  const key = sessionStorageKey(new URL(shop.origin).hostname);
  await page.evaluate(
    ([name, json]) => localStorage.setItem(name as string, json as string),
    [key, JSON.stringify(data.session)],
  );
}
