import { createClient } from '@supabase/supabase-js';
import { expect, type Page } from 'playwright/test';
import { sessionStorageKey } from '#app/lib/stored-session.ts';
import type { Database } from '#supabase/database.gen.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { secretKey, waitForScripts } from './shop-test.ts';

export interface Person {
  id: string;
  email: string;
  password: string;
}

let people = 0;

/** A new email address and password. */
export function newPerson(): Omit<Person, 'id'> {
  people += 1;
  return { email: `person-${process.pid}-${people}@mail.example`, password: 'granite-and-honey' };
}

const keepNothing = { persistSession: false, autoRefreshToken: false };

/** Uses the secret key, which may do anything. */
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

/** An empty page on the shop's origin, from which to fill the browser's storage. */
export async function openEmptyPage(page: Page, { origin }: ShopProcess): Promise<void> {
  const address = `${origin}/empty`;
  const body = '<title>Empty</title><link rel="icon" href="data:,">';
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(address);
}

/** Signs this browser in, as the sign-in form does; the form has its own tests. */
export async function enterAs(page: Page, shop: ShopProcess, person: Person): Promise<void> {
  const { data, error } = await (await openVisitor(shop)).auth.signInWithPassword(person);
  if (error) throw error;
  await storeSession(page, shop, data.session);
}

/** Signs in as if by an invitation link, whose holder has no password. */
export async function enterByLink(page: Page, shop: ShopProcess, hash: string): Promise<void> {
  const auth = (await openVisitor(shop)).auth;
  const { data, error } = await auth.verifyOtp({ token_hash: hash, type: 'invite' });
  if (error) throw error;
  await storeSession(page, shop, data.session);
}

async function openVisitor(shop: ShopProcess) {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  return createClient(shop.origin, publishableKey, { auth: keepNothing });
}

async function storeSession(page: Page, shop: ShopProcess, session: unknown): Promise<void> {
  if (page.url() === 'about:blank') await openEmptyPage(page, shop);
  const key = sessionStorageKey(new URL(shop.origin).hostname);
  await page.evaluate(
    ([name, json]) => localStorage.setItem(name as string, json as string),
    [key, JSON.stringify(session)],
  );
}

/** The link that an account email asks the reader to follow. */
export function linkIn({ html }: { html: string } = { html: '' }): string {
  const link = /href="([^"]*\/auth\/v1\/verify[^"]*)"/.exec(html)?.[1];
  if (!link) throw new Error('The mail holds no link.');
  return link.replaceAll('&amp;', '&');
}

export async function fillSignIn(
  page: Page,
  { email, password }: Omit<Person, 'id'>,
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

export async function signUp(
  page: Page,
  { email, password }: Omit<Person, 'id'>,
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/auth`);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

/**
 * Waits for the response to a sign-up. The email can arrive first, and a page that is left before
 * the response does not learn that the link belongs to this browser.
 */
export async function expectSignedUp(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

/** As if the session had been refreshed an hour ago. */
export async function expireToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  });
}

/** A new, empty browser, for the same person or another. */
export async function openBrowser(page: Page, { origin }: ShopProcess): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page belongs to no browser.');
  const context = await browser.newContext({ baseURL: origin });
  const opened = await context.newPage();
  waitForScripts(opened);
  return opened;
}
