import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

test('Look: colors that cannot be read are refused, others color the shop', async ({
  admin,
  context,
}) => {
  await admin.goto('/admin/settings/look');
  const text = admin.getByLabel('Text', { exact: true }).first();
  await expect(text).toHaveValue('#1d1a16');
  await expectAccessible(admin);
  for (const width of [360, 768, 1280]) {
    await admin.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(admin);
  }
  await text.fill('#8a8a8a');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText(/contrast of 3\.\d:1\. At least 4\.5:1/)).toBeVisible();
  await text.fill('#10182b');
  await admin.getByLabel('Background', { exact: true }).fill('#f4f7fb');
  await admin.getByLabel('Dark areas', { exact: true }).fill('#14305c');
  await admin.getByLabel('Headings').selectOption('georgia');

  await admin.getByRole('button', { name: 'Preview' }).click();
  const footer = admin.frameLocator('iframe[title="Preview"]').getByRole('contentinfo');
  await expect(footer).toHaveCSS('background-color', 'rgb(20, 48, 92)');
  await admin.getByRole('button', { name: 'Close' }).click();

  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(toast(admin, 'Look saved')).toBeVisible();
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', 'rgb(20, 48, 92)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Georgia/);
  for (const path of ['/', '/products', '/validity', '/cart', '/about']) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
