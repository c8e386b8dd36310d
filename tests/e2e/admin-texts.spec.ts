import { AxeBuilder } from '@axe-core/playwright';
import { readMails } from '#tests/fixtures/mailbox.ts';
import { expect, test } from './admin-test.ts';
import { adminAccount, expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

test('Texts: written, looked at, published, and brought back', async ({ admin, shop }) => {
  const home = async () => (await fetch(shop.origin)).text();
  await admin.goto('/admin/texts');
  await expect(admin.getByRole('link', { name: /^About/ })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('link', { name: /^Home/ }).click();
  const title = admin.getByLabel('Hero: heading');
  await expect(title).toHaveValue('Himalayan shilajit, *proven* jar by jar');
  await expectAccessible(admin);
  for (const width of [360, 768, 1280]) {
    await admin.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(admin);
  }

  await title.fill('Roots {customer}');
  await admin.getByRole('button', { name: 'Preview' }).click();
  await expect(admin.getByText('{customer} means nothing here. You can use {name}.')).toBeVisible();
  await title.fill('Roots for *every* day');
  // Unsaved text survives closing the tab.
  await expect
    .poll(() => admin.evaluate(() => JSON.stringify(localStorage).includes('Roots for')))
    .toBe(true);
  admin.on('dialog', (question) => void question.accept());
  await admin.reload();
  await admin.getByRole('button', { name: 'Continue' }).click();
  await expect(title).toHaveValue('Roots for *every* day');

  await admin.getByRole('button', { name: 'Preview' }).click();
  const preview = admin.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Roots for every day');
  expect(await home()).not.toContain('Roots for');
  const dialog = new AxeBuilder({ page: admin }).include('[role="dialog"]').exclude('iframe');
  expect((await dialog.setLegacyMode().analyze()).violations).toEqual([]);
  await admin.getByRole('button', { name: 'Close' }).click();

  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(toast(admin, 'Texts published')).toBeVisible();
  await expect.poll(home).toContain('Roots for <em>every</em> day');

  await admin.getByRole('button', { name: 'Bring back version', exact: false }).last().click();
  await expect(title).toHaveValue('Himalayan shilajit, *proven* jar by jar');
  expect(await home()).toContain('Roots for');
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(home).toContain('Himalayan shilajit, <em>proven</em> jar by jar');
});

test('Texts: an email is looked at, sent to its writer, and published', async ({ admin, shop }) => {
  await admin.goto('/admin/texts/mail_order_confirmation');
  const subject = admin.getByLabel('Subject');
  await subject.fill('Your jars, order {order}');
  await admin.getByRole('button', { name: 'Preview' }).click();
  await expect(admin.getByRole('dialog')).toContainText('Your jars, order 4f1c2d3e');
  const preview = admin.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Thank you');
  await admin.getByRole('button', { name: 'Close' }).click();
  await admin.getByRole('button', { name: 'Send me a test' }).click();
  await expect(toast(admin, 'Test email sent')).toBeVisible();
  const [mail] = await readMails(shop.sandbox);
  expect(mail).toMatchObject({ to: [adminAccount.email], subject: 'Your jars, order 4f1c2d3e' });
  await subject.fill('');
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByText('Visitors see this, so it cannot be empty.')).toBeVisible();
});
