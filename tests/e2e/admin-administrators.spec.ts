import type { Page } from 'playwright/test';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { breakCalls, dialog } from './admin-steps.ts';
import { adminAccount, expect, test } from './admin-test.ts';
import { createPerson, newPerson, openBrowser } from './people.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

const settings = '/admin/settings/administrators';

async function invite(admin: Page, email: string): Promise<void> {
  await admin.goto(settings);
  await admin.getByLabel('Email of the new administrator').fill(email);
  await admin.keyboard.press('Enter');
  await expect(toast(admin, 'Invitation sent')).toBeVisible();
}

async function linkFor(sandbox: string, email: string, mails = 1): Promise<string> {
  const mail = (await waitForMails(sandbox, email, mails)).at(-1);
  const link = /\/admin\/invitation#token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('The mail holds no link.');
  return link;
}

test('Administrators: the first one is listed, and cannot be removed', async ({ admin }) => {
  await admin.goto('/admin/settings');
  await admin.getByRole('link', { name: 'Administrators' }).click();
  const list = admin.getByRole('list', { name: 'Administrators' });
  await expect(list.getByRole('listitem').first()).toContainText(adminAccount.email);
  await expect(list.getByText('You', { exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: `Remove ${adminAccount.email}` })).toHaveCount(0);
  for (const width of [360, 768, 1280]) {
    await admin.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(admin);
    await expectAccessible(admin);
  }
});

test('Administrators: invited by mail, a password is chosen, removed with a question', async ({
  admin,
  shop,
}) => {
  const { email, password } = newPerson();
  await invite(admin, email);
  const list = admin.getByRole('list', { name: 'Administrators' });
  await expect(list.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');

  const device = await openBrowser(admin, shop);
  await device.goto(await linkFor(shop.sandbox, email));
  await expect(device.getByText(email)).toBeVisible();
  expect(new URL(device.url()).hash).toBe('');
  await expectAccessible(device);
  for (const width of [360, 1280]) {
    await device.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(device);
  }
  await device.getByRole('textbox', { name: 'New password', exact: true }).fill(password);
  await device.getByLabel('Confirm new password').fill(`${password}x`);
  await device.keyboard.press('Enter');
  await expect(device.getByText('Passwords do not match.')).toBeVisible();
  await device.getByLabel('Confirm new password').fill(password);
  await device.keyboard.press('Enter');
  await device.waitForURL('**/admin/dashboard');
  await expect(toast(device, 'You are now an administrator')).toBeVisible();
  await expect(device.getByText(email)).toBeVisible();

  await admin.goto(settings);
  await admin.getByRole('button', { name: `Remove ${email}` }).click();
  await expect(dialog(admin)).toContainText(email);
  await expectAccessible(admin);
  await dialog(admin).getByRole('button', { name: 'Cancel' }).click();
  await expect(list.getByText(email)).toBeVisible();
  await admin.getByRole('button', { name: `Remove ${email}` }).click();
  await dialog(admin).getByRole('button', { name: 'Remove' }).click();
  await expect(toast(admin, 'Administrator removed')).toBeVisible();
  await expect(list.getByText(email)).toHaveCount(0);
  await device.goto('/admin/orders');
  await device.waitForURL(`${shop.origin}/`);
  await device.context().close();
});

test.describe('refused', () => {
  test.use({ expectedErrors: /status of (4|5)\d\d/ });

  test('Administrators: a customer accepts with her own account alone', async ({ admin, shop }) => {
    const customer = await createPerson(shop);
    await invite(admin, customer.email);
    const link = await linkFor(shop.sandbox, customer.email);
    const device = await openBrowser(admin, shop);
    await device.goto(link);
    await expect(device.getByText('already has an account. Sign in to accept.')).toBeVisible();
    await expectAccessible(device);
    await device.getByLabel('Password').fill('not her password');
    await device.keyboard.press('Enter');
    await expect(device.getByText('Invalid login credentials')).toBeVisible();
    await device.getByLabel('Password').fill(customer.password);
    await device.keyboard.press('Enter');
    await device.waitForURL('**/admin/dashboard');

    // The link works only once.
    await device.goto(link);
    await device.reload();
    await expect(device.getByRole('alert')).toContainText(/open the link|no longer valid/);
    await device.context().close();
  });

  test('Administrators: a withdrawn invitation, an existing administrator, a failure', async ({
    admin,
    shop,
  }) => {
    const { email } = newPerson();
    await invite(admin, email);
    await admin.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click();
    await expect(toast(admin, 'Invitation withdrawn')).toBeVisible();
    const device = await openBrowser(admin, shop);
    await device.goto(await linkFor(shop.sandbox, email));
    await expect(device.getByText('This invitation is no longer valid.')).toBeVisible();
    await expectAccessible(device);
    await device.context().close();

    await admin.getByLabel('Email of the new administrator').fill(adminAccount.email);
    await admin.getByRole('button', { name: 'Invite' }).click();
    await expect(toast(admin, 'Failed to send invitation')).toBeVisible();
    await expect(
      admin.getByRole('form').getByText('already belongs to an administrator'),
    ).toBeVisible();

    await breakCalls(admin, '**/functions/v1/list-admins');
    await admin.goto(settings);
    await expect(admin.getByText('The administrators could not be loaded.')).toBeVisible();
    await admin.unrouteAll();
    await admin.getByRole('button', { name: 'Try again' }).click();
    await expect(admin.getByRole('list', { name: 'Administrators' })).toBeVisible();
  });
});
