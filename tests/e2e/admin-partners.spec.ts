import { deleteFrom, expectCalm, picture } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, toast } from './shop-test.ts';

test.describe('Partners', () => {
  test('are created, changed, deactivated and deleted', async ({ admin, context }) => {
    const name = `Atelier ${process.pid}`;
    await admin.goto('/admin/partners');
    await expectCalm(admin);
    await admin.getByRole('link', { name: 'Add partner' }).click();
    await admin.getByLabel('Website').fill('javascript:alert(1)');
    await admin.getByRole('button', { name: 'Create partner' }).click();
    await expect(admin.getByText('Enter a name.')).toBeVisible();
    await expect(admin.getByText('Enter an address such as https://a.example.')).toBeVisible();
    await expectAccessible(admin);
    await admin.getByLabel('Name').fill(name);
    await admin.getByLabel('Website').fill('atelier.example');
    await admin.getByLabel(/Add: Logo/).setInputFiles(picture);
    await expect(toast(admin, 'File uploaded successfully')).toBeVisible();
    await admin.getByRole('button', { name: 'Create partner' }).click();
    await expect(toast(admin, 'Partner created successfully')).toBeVisible();
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('link', { name })).toHaveAttribute(
      'href',
      'https://atelier.example',
    );
    await admin.goto(`/admin/partners?q=${encodeURIComponent(name)}`);
    await admin.getByRole('checkbox', { name: `Select ${name}` }).check();
    await admin.getByRole('button', { name: 'Deactivate' }).click();
    await expect(toast(admin, 'Partner updated successfully')).toBeVisible();
    await expect(admin.getByText('Inactive').first()).toBeVisible();
    await deleteFrom(admin, `Delete ${name}`);
    await expect(toast(admin, 'Partner deleted successfully')).toBeVisible();
    await expect(admin.getByText('No partners found.')).toBeVisible();
  });

  test('a file that is not an image: Failed to upload file', async ({ admin }) => {
    await admin.goto('/admin/partners/new');
    await admin
      .getByLabel(/Add: Logo/)
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(toast(admin, 'Failed to upload file')).toBeVisible();
  });
});
