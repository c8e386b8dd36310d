import { deleteFrom, expectCalm, picture } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, toast } from './shop-test.ts';

test.describe('Testimonials', () => {
  test('are created, shown, changed and deleted', async ({ admin, context }) => {
    const name = `Ada ${process.pid}`;
    await admin.goto('/admin/testimonials');
    await expectCalm(admin);
    await admin.getByRole('link', { name: 'Add testimonial' }).click();
    await expect(admin.getByRole('button', { name: 'Create testimonial' })).toBeVisible();
    await admin.getByLabel('Name').fill(name);
    await admin.getByRole('button', { name: 'Create testimonial' }).click();
    await expect(admin.getByText('Enter what was said.')).toBeVisible();
    await admin.getByLabel('Content').fill('It cures everything.');
    await expect(admin.getByText('“cures”')).toBeVisible();
    await admin.getByLabel('Content').fill('It dissolves well.');
    await expect(admin.getByText('“cures”')).toBeHidden();
    await expect(admin.getByLabel('Rating')).toHaveValue('5');
    await expect(admin.getByLabel('Rating').getByRole('option')).toHaveCount(5);
    await expect(admin.getByLabel('Media type')).toHaveValue('none');
    await admin.getByLabel('Media type').selectOption('video');
    await expect(admin.getByLabel(/Add: Video/)).toHaveAttribute('accept', /^video\//);
    await admin.getByLabel('Rating').selectOption('4');
    await admin.getByLabel('Media type').selectOption('image');
    await admin.getByRole('button', { name: 'Create testimonial' }).click();
    await expect(admin.getByText('Add the file, or choose "None".')).toBeVisible();
    await expectAccessible(admin);
    await admin.getByLabel(/Add: Image/).setInputFiles(picture);
    await expect(toast(admin, 'File uploaded successfully')).toBeVisible();
    await admin.getByRole('button', { name: 'Create testimonial' }).click();
    await expect(toast(admin, 'Testimonial created successfully')).toBeVisible();
    await expect(admin.getByRole('heading', { name, level: 1 })).toBeVisible();

    await admin.getByLabel('Title').fill('Denver');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(toast(admin, 'Testimonial updated successfully')).toBeVisible();
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByText(name)).toBeVisible();

    await admin.goto(`/admin/testimonials?q=${encodeURIComponent(name)}`);
    await deleteFrom(admin, `Delete the testimonial of ${name}`);
    await expect(toast(admin, 'Testimonial deleted successfully')).toBeVisible();
    await expect(admin.getByText('No testimonials found.')).toBeVisible();
  });
});
