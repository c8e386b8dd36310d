import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { expect, test } from './admin-test.ts';
import { adminAccount, expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

test('the first day: a test email goes out, and the list is hidden and found again', async ({
  admin,
  shop,
}) => {
  await admin.goto('/admin/dashboard');
  const list = admin.getByRole('region', { name: 'First day' });
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await expect(list.getByText('0 of your own, 9 from the demo catalog.')).toBeVisible();
  await list.getByRole('button', { name: 'Send a test email to me' }).click();
  await expect(toast(admin, 'Test email sent')).toBeVisible();
  await expect(admin.getByText(/^The sandbox’s mailbox has it/)).toBeVisible();
  const mails = await waitForMails(shop.sandbox, adminAccount.email, 1);
  expect(mails.map(({ subject }) => subject)).toContain('Test email from Liv Fit');
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);

  await list.getByRole('button', { name: 'Hide' }).click();
  await expect(toast(admin, 'Checklist hidden')).toBeVisible();
  await admin.goto('/admin/settings');
  const box = admin.getByRole('checkbox', { name: /Show the first-day checklist/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(admin, 'Settings saved')).toBeVisible();
  await admin.goto('/admin/dashboard');
  await expect(list).toBeVisible();
});
