import type { Page } from 'playwright/test';
import { expect, test } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

// The refusal is logged to the console.
test.use({ expectedErrors: /status of 409/ });

async function publish(page: Page, reason: string): Promise<void> {
  const facts = page.getByRole('form', { name: 'Facts' });
  await facts.getByLabel('Reason for the correction').fill(reason);
  await facts.getByRole('button', { name: 'Publish correction' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish correction' }).click();
}

test('a correction from an older page takes back nothing that somebody else has published', async ({
  admin,
  shop,
}) => {
  const tables = openTables(shop);
  const { data: batch } = await tables
    .from('batches')
    .select('id, code')
    .eq('status', 'released')
    .neq('code', 'SH2041')
    .order('code')
    .limit(1)
    .single()
    .throwOnError();
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto(`/admin/batches/${batch.id}`);
  const facts = admin.getByRole('form', { name: 'Facts' });
  await facts.getByLabel('Origin').fill('Pin Valley, 3,900 m');

  const other = await admin.context().newPage();
  await other.goto(`${shop.origin}/admin/batches/${batch.id}`);
  await other.getByRole('form', { name: 'Facts' }).getByLabel('Best before').fill('2098-12-01');
  await publish(other, 'The laboratory shortened it.');
  await expect(toast(other, 'Correction published')).toBeVisible();
  await other.close();

  await publish(admin, 'It was another valley.');
  await expect(facts.getByText('They changed: Best before.')).toBeVisible();
  await expect(facts.getByLabel('Best before')).toHaveValue('2098-12-01');
  await expect(facts.getByLabel('Origin')).toHaveValue('Pin Valley, 3,900 m');
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await publish(admin, 'It was another valley.');
  await expect(toast(admin, 'Correction published')).toBeVisible();
  await expect(facts.getByText('They changed')).toBeHidden();

  const passport = await (await fetch(`${shop.origin}/batch/${batch.code}.json`)).json();
  expect(passport).toMatchObject({
    ...{ bestBefore: '2098-12-01', origin: 'Pin Valley, 3,900 m', revision: 3 },
    corrections: [
      { changes: [expect.stringContaining('Best before')] },
      { changes: [expect.stringContaining('Origin')] },
    ],
  });
});

test('results of a draft that two people enter are all kept', async ({ admin, shop }) => {
  const tables = openTables(shop);
  const { data: product } = await tables.from('products').select('id').limit(1).single();
  await admin.goto('/admin/batches/new');
  await admin.getByLabel('Code').fill('E2E-TWO');
  await admin.getByLabel('Product').selectOption(product?.id ?? '');
  await admin.getByRole('button', { name: 'Create batch' }).click();
  const measured = (page: Page, analyte: string) =>
    page.getByRole('group', { name: `Result for ${analyte}` }).getByLabel('Value');
  const save = (page: Page) => page.getByRole('button', { name: 'Save results' }).click();
  await measured(admin, 'arsenic').fill('1');

  const other = await admin.context().newPage();
  await other.goto(admin.url());
  await measured(other, 'lead').fill('16');
  await save(other);
  await expect(toast(other, 'Results saved')).toBeVisible();
  await other.close();

  await save(admin);
  await expect(admin.getByText('They changed: lead.')).toBeVisible();
  await expect(measured(admin, 'lead')).toHaveValue('16');
  await expect(measured(admin, 'arsenic')).toHaveValue('1');
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await save(admin);
  await expect(toast(admin, 'Results saved')).toBeVisible();
  await expect(admin.getByText('Arsenic: there is no result yet.')).toBeHidden();
  const { data } = await tables
    .from('batch_results')
    .select('analyte, value, batches!inner(code)')
    .eq('batches.code', 'E2E-TWO')
    .order('analyte');
  expect(data?.map(({ analyte, value }) => [analyte, value])).toEqual([
    ['arsenic', 1],
    ['lead', 16],
  ]);
});
