import type { Page } from 'playwright/test';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { expect, expectAccessible, test, toast } from './shop-test.ts';

let people = 0;
const somebody = () => {
  people += 1;
  return { email: `person-${process.pid}-${people}@mail.example`, password: 'granite-and-honey' };
};

const linkIn = (html: string) =>
  (/href="([^"]*\/auth\/v1\/verify[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

async function signUp(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('sign up, confirm by mail, read My Orders, sign out, sign in', async ({ page, shop }) => {
  const person = somebody();
  await signUp(page, person);
  await expect(toast(page, 'Account created!')).toBeVisible();
  const [mail] = await waitForMails(shop.sandbox, person.email, 1);
  await page.goto(linkIn(mail?.html ?? ''));
  await page.waitForURL(`${shop.origin}/`);

  await page.goto('/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => localStorage.clear());

  await signIn(page, person);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await page.waitForURL(`${shop.origin}/`);
});

test('a forgotten password is replaced by mail', async ({ page, shop }) => {
  const person = somebody();
  await signUp(page, person);
  const [welcome] = await waitForMails(shop.sandbox, person.email, 1);
  await page.goto(linkIn(welcome?.html ?? ''));
  await page.waitForURL(`${shop.origin}/`);
  await page.evaluate(() => localStorage.clear());

  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(toast(page, 'Password reset email sent')).toBeVisible();
  await expect(page.getByText('Check Your Email')).toBeVisible();
  const [reset] = await waitForMails(shop.sandbox, person.email, 2);
  await page.goto(linkIn(reset?.html ?? ''));
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('amber-resin');
  await page.getByLabel('Confirm new password').fill('amber-rasin');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('amber-resin');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(toast(page, 'Password updated!')).toBeVisible();
  await page.waitForURL(`${shop.origin}/`);
});

test('My Orders sends a guest to sign in', async ({ page }) => {
  await page.goto('/orders');
  await page.waitForURL(/\/auth$/);
  await expectAccessible(page);
});

test.describe('refused', () => {
  test.use({ expectedErrors: /status of 4\d\d/ });

  test('a wrong password, and a password that is too short', async ({ page }) => {
    await signIn(page, somebody());
    await expect(toast(page, 'Sign in failed')).toBeVisible();
    await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
    await signUp(page, { ...somebody(), password: 'short' });
    await expect(page.getByLabel('Password')).toHaveJSProperty('validity.valid', false);
  });
});

test('a token in the address signs nobody in outside of /auth', async ({ page }) => {
  await page.goto('/?access_token=a.b.c&refresh_token=d');
  await page.goto('/#access_token=a.b.c&refresh_token=d&type=recovery');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
