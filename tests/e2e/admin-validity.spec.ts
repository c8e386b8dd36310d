import { readFile } from 'node:fs/promises';
import { deleteFrom, expectCalm } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, toast } from './shop-test.ts';

test.describe('Validity Codes', () => {
  test('one is added, checks as VALID, and is deleted', async ({ admin, context }) => {
    const code = `T${process.pid}-1`;
    await admin.goto('/admin/validity');
    await expectCalm(admin);
    await admin.getByLabel('New code').fill('   ');
    await admin.getByRole('button', { name: 'Add code' }).click();
    await expect(toast(admin, 'Please enter a code')).toBeVisible();
    await admin.getByLabel('New code').fill('SÄ1');
    await admin.getByRole('button', { name: 'Add code' }).click();
    await expect(admin.getByText(/without accents/)).toBeVisible();
    await admin.getByLabel('New code').fill(` ${code} `);
    await admin.getByRole('button', { name: 'Add code' }).click();
    await expect(toast(admin, 'Validity code added successfully')).toBeVisible();
    await expect(admin.getByRole('row', { name: new RegExp(code) })).toContainText(
      'Default Product',
    );
    await admin.getByLabel('New code').fill(`${code}0`);
    await admin.getByLabel('Product', { exact: true }).fill('Pure Resin');
    await admin.getByRole('button', { name: 'Add code' }).click();
    const named = admin.getByRole('row', { name: new RegExp(`${code}0`) });
    await expect(named).toContainText('Pure Resin');
    await expect(admin.getByLabel('Product', { exact: true })).toHaveValue('');
    await deleteFrom(admin, `Delete the code ${code}0`);
    await expect(named).toHaveCount(0);

    const page = await context.newPage();
    await page.goto('/validity');
    await page.getByRole('textbox', { name: /code/i }).fill(code);
    await page.getByRole('button', { name: 'Verify Product' }).click();
    await expect(page.getByText('VALID', { exact: true }).first()).toBeVisible();

    await admin.goto(`/admin/validity?q=${code}`);
    await deleteFrom(admin, `Delete the code ${code}`);
    await expect(toast(admin, 'Validity code deleted successfully')).toBeVisible();
    await expect(admin.getByText('No validity codes found')).toBeVisible();
  });

  test('many are generated and printed as labels', async ({ admin }) => {
    await admin.goto('/admin/validity/generate');
    await expect(admin.getByRole('heading', { name: 'Generate codes' })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByLabel('How many').fill('6');
    await admin.getByLabel('Prefix').fill('GEN');
    await admin.getByRole('button', { name: 'Generate' }).click();
    await expect(toast(admin, '6 validity codes added')).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Print 6 labels' })).toBeVisible();
    const pictures = admin.getByRole('img', { name: /^Opens the check page for GEN\d{6}$/ });
    await expect(pictures).toHaveCount(6);
    await expect(pictures.first()).toHaveJSProperty('complete', true);
    await expectAccessible(admin);
  });

  test('a file is imported with a report row by row, and all are exported', async ({ admin }) => {
    const first = `IMP${process.pid}A`;
    const csv = `code,product_name\n${first},Resin\nSÄ,\n${first},\nSH1001,\n`;
    await admin.goto('/admin/validity/import');
    await admin
      .getByLabel('File')
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(admin.getByText('1 code was added, 3 rows were skipped.')).toBeVisible();
    await expect(admin.getByRole('row', { name: /^4 / })).toContainText('Duplicate of row 2');
    await expect(admin.getByRole('row', { name: /^5 / })).toContainText('already exists');
    await expectAccessible(admin);
    await admin.goto(`/admin/validity?q=${first}`);
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('validity-codes.csv');
    const exported = await readFile(await download.path(), 'utf8');
    expect(exported.split('\r\n')[0]).toBe('\uFEFFcode,product_name,created_at');
    expect(exported.split('\r\n')[1]).toMatch(new RegExp(`^${first},Resin,2`));
  });
});
