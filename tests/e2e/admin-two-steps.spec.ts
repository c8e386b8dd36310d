import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { dialog } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { createPerson, openBrowser, openService, type Person } from './people.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

// Calls that the database refuses in the meantime are expected.
test.use({ expectedErrors: /status of 4\d\d/ });

test.afterEach(async ({ shop }) => {
  await openService(shop).from('site_settings').delete().eq('key', 'admins_need_second_step');
});

/** A code is valid for half a minute and only once, so each use takes the next one. */
function authenticator(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let used = 0;
  return () => totp.generate({ timestamp: Date.now() + 30_000 * used++ });
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** From the offer to the recovery codes, on whatever page it is. */
async function connectApp(page: Page): Promise<() => string> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('code').textContent())?.replace(/\s/g, '') ?? '';
  const code = authenticator(secret);
  await page.getByLabel('Code from the app').fill(code());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your recovery codes')).toBeVisible();
  return code;
}

test('two-step sign-in of administrators: set up, require, ask for a code, recover', async ({
  page,
  shop,
}) => {
  test.slow();
  const service = openService(shop);
  const first = await createPerson(shop, 'First Admin');
  const second = await createPerson(shop, 'Second Admin');
  for (const { id } of [first, second]) {
    await service.auth.admin.updateUserById(id, { app_metadata: { role: 'admin' } });
  }

  // An admin without an app cannot require it of others.
  await signIn(page, first);
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Administrators' }).click();
  await expect(page.getByText('Not required', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Require it' })).toHaveCount(0);
  await page.getByRole('link', { name: 'your account page' }).click();
  const code = await connectApp(page);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();

  // Required at the admin login even though the setting is off.
  const device = await openBrowser(page, shop);
  await signIn(device, first);
  await expect(device.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect(await device.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expectAccessible(device);
  await device.getByLabel('Code').fill('000000');
  await device.keyboard.press('Enter');
  await expect(toast(device, 'Login failed')).toBeVisible();
  await device.getByLabel('Code').fill(code());
  await device.keyboard.press('Enter');
  await device.waitForURL('**/admin/dashboard');
  await device.context().close();

  // Required: the other admin is sent to set it up from the page she was on.
  const other = await openBrowser(page, shop);
  await signIn(other, second);
  await other.waitForURL('**/admin/dashboard');
  await page.goto('/admin/settings/administrators');
  await page.getByRole('button', { name: 'Require it' }).click();
  await dialog(page).getByRole('button', { name: 'Require it' }).click();
  await expect(toast(page, 'Two-step sign-in is required')).toBeVisible();
  await expect(page.getByText('Required for every administrator')).toBeVisible();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
  await expectAccessible(page);
  await other.goto('/admin/orders');
  await other.waitForURL(/\/admin$/);
  await expect(other.getByText('Administrators of this shop sign in with a code')).toBeVisible();
  await expectAccessible(other);
  await connectApp(other);
  const recovery = (await other.getByRole('listitem').first().textContent()) ?? '';
  await expectAccessible(other);
  await other.getByRole('button', { name: 'I’ve saved them' }).click();
  await other.waitForURL('**/admin/orders');

  // The phone is lost: a recovery code leads to setting up a new one.
  await other.evaluate(() => localStorage.clear());
  await signIn(other, second);
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Administrators of this shop sign in with a code')).toBeVisible();
  await other.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(other.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await other.context().close();

  await page.getByRole('button', { name: 'Stop requiring it' }).click();
  await dialog(page).getByRole('button', { name: 'Stop requiring it' }).click();
  await expect(page.getByText('Not required', { exact: true })).toBeVisible();
});
