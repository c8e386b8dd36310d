import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import {
  createPerson,
  enterAs,
  enterByLink,
  expireToken,
  fillSignIn,
  linkIn,
  newPerson,
  openBrowser,
  openService,
} from './people.ts';
import { expect, expectAccessible, expectNoSideScroll, test, toast } from './shop-test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('name and password are changed; the other devices are signed out', async ({ page, shop }) => {
  const person = await createPerson(shop);
  const elsewhere = await openBrowser(page, shop);
  await enterAs(elsewhere, shop, person);
  await enterAs(page, shop, person);
  await page.goto('/account');
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideScroll(page);
    await expectAccessible(page);
  }
  await page.getByLabel('Full name').fill('Maya Ridge');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Name saved')).toBeVisible();

  const password = section(page, 'Password');
  const fill = async (current: string, next: string, again = next) => {
    await password.getByLabel('Current password').fill(current);
    await password.getByRole('textbox', { name: 'New password', exact: true }).fill(next);
    await password.getByLabel('Confirm new password').fill(again);
    await page.keyboard.press('Enter');
  };
  await fill(person.password, 'amber-resin', 'amber-rasin');
  await expect(password.getByText('Passwords do not match.')).toBeVisible();
  await fill(person.password, 'amber-resin');
  await expect(toast(page, 'Password updated!')).toBeVisible();
  await expect(password.getByLabel('Current password')).toHaveValue('');

  await expireToken(elsewhere);
  await elsewhere.goto('/account');
  await elsewhere.waitForURL(/\/auth$/);
  await elsewhere.context().close();
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Maya Ridge');
});

test('a new email takes effect once both addresses have confirmed it', async ({ page, shop }) => {
  const person = await createPerson(shop);
  const { email } = newPerson();
  await enterAs(page, shop, person);
  await page.goto('/account');
  await page.getByLabel('New email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('is not confirmed yet')).toBeVisible();
  const [toNew] = await waitForMails(shop.sandbox, email, 1);
  const [toOld] = await waitForMails(shop.sandbox, person.email, 1);
  await page.goto(linkIn(toNew));
  await expect(toast(page, /Confirmation link accepted/)).toBeVisible();
  await page.goto(linkIn(toOld));
  await page.waitForURL(`${shop.origin}/`);
  await page.goto('/account');
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test('signing out everywhere ends every session', async ({ page, shop }) => {
  const person = await createPerson(shop);
  const elsewhere = await openBrowser(page, shop);
  await enterAs(elsewhere, shop, person);
  await enterAs(page, shop, person);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(`${shop.origin}/`);
  await expireToken(elsewhere);
  await elsewhere.goto('/account');
  await elsewhere.waitForURL(/\/auth$/);
  await elsewhere.context().close();
});

test.describe('without a password', () => {
  test.use({ expectedErrors: /status of 40[03]/ });

  /** Somebody who has only ever signed in by link, just now. */
  async function enterWithoutPassword(page: Page, shop: ShopProcess) {
    const { email } = newPerson();
    const { data } = await openService(shop).auth.admin.generateLink({ type: 'invite', email });
    await enterByLink(page, shop, data.properties?.hashed_token ?? '');
    return { email, id: data.user?.id ?? '' };
  }
  const isGone = async (shop: ShopProcess, id: string) =>
    (await openService(shop).auth.admin.getUserById(id)).data.user === null;

  test('an account is deleted at once after signing in', async ({ page, shop }) => {
    const { id } = await enterWithoutPassword(page, shop);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(
      page.getByRole('heading', { name: 'Your account has been deleted' }),
    ).toBeVisible();
    expect(await isGone(shop, id)).toBe(true);
  });

  test('an account is deleted later by an emailed code', async ({ page, shop }) => {
    const { id, email } = await enterWithoutPassword(page, shop);
    // As if the sign-in were older; the code alone proves the deletion.
    const old = { password: false, recent: false };
    await page.route('**/functions/v1/account-proof', (route) => route.fulfill({ json: old }));
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByText(`we email a code to ${email}`)).toBeVisible();
    await expect(dialog.getByLabel('Your password')).toHaveCount(0);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSideScroll(page);
      await expectAccessible(page);
    }
    await dialog.getByRole('button', { name: 'Email me a code' }).click();
    const [mail] = await waitForMails(shop.sandbox, email, 1);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const field = dialog.getByLabel('Code from the email');
    await field.fill(code === '000000' ? '111111' : '000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This code is wrong or has expired.')).toBeVisible();
    expect(await isGone(shop, id)).toBe(false);
    await field.fill(code);
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { name: 'Your account has been deleted' }),
    ).toBeVisible();
    expect(await isGone(shop, id)).toBe(true);
  });

  test('one can be chosen by an emailed link', async ({ page, shop }) => {
    const { email } = await enterWithoutPassword(page, shop);
    await page.goto('/account');
    const password = section(page, 'Password');
    await expect(password.getByText('Your account has no password.')).toBeVisible();
    await password.getByRole('button', { name: 'Email me a link to choose one' }).click();
    await expect(password.getByRole('status')).toHaveText(`We sent a link to ${email}.`);
    const [mail] = await waitForMails(shop.sandbox, email, 1);
    await page.goto(linkIn(mail));
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('amber-resin-9');
    await page.getByLabel('Confirm new password').fill('amber-resin-9');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop.origin}/`);
    await page.goto('/account');
    await expect(password.getByLabel('Current password')).toBeVisible();
  });
});

test.describe('two-step sign-in', () => {
  test.use({ expectedErrors: /status of 4\d\d/ });

  test('is set up, asked for, and recovered from by a code that works once', async ({
    page,
    shop,
  }) => {
    const person = await createPerson(shop);
    await enterAs(page, shop, person);
    await page.goto('/account');
    const steps = section(page, 'Two-step sign-in');
    await steps.getByRole('button', { name: 'Set up' }).click();
    const picture = steps.getByRole('img', { name: /QR code/ });
    await expect(steps.getByText('Turned off')).toBeFocused();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    const secret = (await steps.locator('code').textContent())?.replace(/\s/g, '') ?? '';
    // A code is valid for half a minute and only once, so each use takes the next one.
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    let used = 0;
    const code = () => totp.generate({ timestamp: Date.now() + 30_000 * used++ });
    await steps.getByLabel('Code from the app').fill('000000');
    await page.keyboard.press('Enter');
    await expect(steps.getByLabel('Code from the app')).toHaveAttribute('aria-invalid', 'true');
    await steps.getByLabel('Code from the app').fill(code());
    await page.keyboard.press('Enter');
    await expect(steps.getByText('Turned on')).toBeVisible();
    await expect(steps.getByRole('listitem')).toHaveCount(10);
    const codes = await steps.getByRole('listitem').allTextContents();
    expect(new Set(codes).size).toBe(10);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page, 'Two-step sign-in is on')).toHaveCount(0);
    await expectAccessible(page);
    await steps.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(steps.getByText('Turned on')).toBeFocused();

    const device = await openBrowser(page, shop);
    const enter = async () => {
      await fillSignIn(device, person);
      await device.keyboard.press('Enter');
      await expect(device.getByRole('heading', { name: 'One more step' })).toBeVisible();
    };
    await enter();
    await expectAccessible(device);
    // The password alone does not sign anyone in.
    expect(await device.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await device.getByLabel('Code').fill(code());
    await device.keyboard.press('Enter');
    await device.waitForURL(`${shop.origin}/`);
    await expect(toast(device, 'Welcome back!')).toBeVisible();

    await device.evaluate(() => localStorage.clear());
    await enter();
    await device.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await device.getByRole('textbox', { name: 'Recovery code' }).fill('abcd-abcd-abcd-abcd');
    await device.keyboard.press('Enter');
    await expect(
      device.getByText('This recovery code is wrong or has already been used.').first(),
    ).toBeVisible();
    await device
      .getByRole('textbox', { name: 'Recovery code' })
      .fill((codes[0] ?? '').toUpperCase());
    await device.keyboard.press('Enter');
    await device.waitForURL(`${shop.origin}/`);
    await device.goto('/account');
    await expect(section(device, 'Two-step sign-in').getByText('Turned off')).toBeVisible();
    await device.context().close();
  });
});

test.describe('the data', () => {
  test.use({ expectedErrors: /status of 40[03]/ });

  test('is downloaded, and deleted with the account; orders stay without the person', async ({
    page,
    shop,
  }) => {
    const person = await createPerson(shop);
    const service = openService(shop);
    const { data: order } = await service
      .from('orders')
      .insert({
        user_id: person.id,
        name: 'Maya Stone',
        email: person.email,
        phone: '+1 555 010 0100',
        address: '1 Ridge Road',
        order_items: [{ name: 'Resin', weight: '30g', price: 39.9, quantity: 1 }],
        total_amount: 39.9,
        payment_status: 'paid',
        paid_at: new Date().toISOString(),
      })
      .select('id')
      .single();
    await enterAs(page, shop, person);
    await page.goto('/account');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
    expect(file).toMatchObject({
      account: { email: person.email, details: { full_name: 'Maya Stone' } },
      orders: [{ id: order?.id, address: '1 Ridge Road', total_amount: 39.9 }],
      cart: [],
      messages: [],
    });

    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByText(/One order has not arrived yet/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Your password').fill('something-else');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('That is not your current password.')).toBeVisible();
    await dialog.getByLabel('Your password').fill(person.password);
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { name: 'Your account has been deleted' }),
    ).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    const [mail] = await waitForMails(shop.sandbox, person.email, 1);
    expect(mail?.subject).toContain('deleted');

    const { data: kept } = await service
      .from('orders')
      .select()
      .eq('id', order?.id ?? '');
    expect(kept).toMatchObject([
      {
        user_id: null,
        name: 'Deleted customer',
        phone: '',
        total_amount: 39.9,
        payment_status: 'paid',
      },
    ]);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`Ridge|Maya|555 010|${person.email}`));
    expect((await service.auth.admin.getUserById(person.id)).data.user).toBeNull();
    await fillSignIn(page, person);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Sign in failed')).toBeVisible();
  });
});
