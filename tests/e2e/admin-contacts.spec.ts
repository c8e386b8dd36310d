import { deleteFrom, expectCalm } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, toast } from './shop-test.ts';

test.describe('Contact Messages', () => {
  async function write(origin: string, key: string, name: string): Promise<void> {
    const answer = await fetch(`${origin}/rest/v1/contacts`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ name, email: 'maya@mail.example', phone: '1', message: 'Hello\nyou' }),
    });
    expect(answer.status).toBe(201);
  }

  test('are read, answered and deleted', async ({ admin, shop, publishableKey }) => {
    const name = `Maya ${process.pid}`;
    await write(shop.origin, publishableKey, name);
    await admin.goto(`/admin/contacts?q=${encodeURIComponent(name)}`);
    await expectCalm(admin);
    await admin.getByRole('button', { name, exact: true }).click();
    const message = admin.getByRole('dialog', { name: `Message from ${name}` });
    await expect(message.getByText('Hello\nyou')).toBeVisible();
    await expectAccessible(admin);
    await expect(message.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
      'href',
      /^mailto:maya%40mail\.example\?subject=/,
    );
    await message.getByRole('button', { name: 'Mark as answered' }).click();
    await expect(toast(admin, 'Marked as answered')).toBeVisible();
    await expect(admin.getByRole('cell', { name: 'Answered' })).toBeVisible();
    await admin.getByRole('button', { name: 'Status' }).first().click();
    await admin.getByRole('menuitemcheckbox', { name: 'Open' }).click();
    await admin.keyboard.press('Escape');
    await expect(admin.getByText('No contact messages found.')).toBeVisible();
    await admin.goto(`/admin/contacts?q=${encodeURIComponent(name)}`);
    await deleteFrom(admin, `Delete the message from ${name}`);
    await expect(toast(admin, 'Contact deleted')).toBeVisible();
    await expect(admin.getByText('No contact messages found.')).toBeVisible();
  });
});
