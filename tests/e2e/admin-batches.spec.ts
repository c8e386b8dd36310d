import { expect, test } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { expectAccessible, expectNoSideScroll } from './shop-test.ts';

const orderId = 'bac00000-0000-4000-8000-000000000000';

test('a batch is released, labeled and packed, by keyboard and on a phone', async ({
  admin,
  shop,
}) => {
  const tables = openTables(shop);
  const { data: product } = await tables
    .from('products')
    .select('id, name')
    .order('name')
    .limit(1)
    .single()
    .throwOnError();
  await tables
    .from('orders')
    .insert({
      ...{ id: orderId, name: 'Batch Customer', email: 'batch@mail.example' },
      ...{ address: '1 Ridge Road\nDenver, CO 80202\nUS', total_amount: 20 },
      order_items: [{ id: product.id, name: product.name, weight: '', price: 10, quantity: 2 }],
      ...{ payment_status: 'paid', paid_at: new Date().toISOString() },
    })
    .throwOnError();
  await admin.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const button = (name: string) => admin.getByRole('button', { name, exact: true });
  const answer = (name: string) =>
    admin.getByRole('alertdialog').getByRole('button', { name, exact: true });

  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/batches/new');
  await admin.getByLabel('Code').fill('E2E-1');
  await admin.getByLabel('Product').selectOption({ label: product.name });
  await admin.getByLabel('Best before').fill('2099-01-01');
  await admin.getByLabel('Units made').fill('40');
  await button('Create batch').press('Enter');

  const lead = admin.getByRole('group', { name: 'Result for lead' });
  await expect(admin.getByText('There is no laboratory document yet.')).toBeVisible();
  await expect(button('Release')).toHaveAttribute('aria-disabled', 'true');
  await lead.getByLabel('Value').fill('0.08');
  for (const analyte of ['arsenic', 'cadmium', 'mercury']) {
    await admin
      .getByRole('group', { name: `Result for ${analyte}` })
      .getByLabel('Value')
      .fill('1');
  }
  for (const analyte of ['total aerobic count', 'yeast and mold', 'E. coli', 'Salmonella']) {
    const result = admin.getByRole('group', { name: `Result for ${analyte}` });
    await result.getByRole('combobox', { name: 'Result' }).selectOption('not detected');
  }
  await button('Save results').press('Enter');
  await expect(admin.getByText('Lead: there is no result yet.')).toBeHidden();
  await admin.getByLabel('File').setInputFiles({
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  });
  await button('Add document').press('Enter');
  await expect(admin.getByText('Everything that a release needs is here.')).toBeVisible();
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await button('Release').press('Enter');
  await answer('Release').press('Enter');
  await expect(admin.getByRole('link', { name: 'View passport' })).toBeVisible();

  await admin.getByRole('link', { name: 'Issue codes and print labels' }).press('Enter');
  await admin.getByLabel('How many').fill('31');
  await admin.getByLabel('How many').press('Enter');
  await button('Print 31 labels').press('Enter');
  await expect(admin.locator('html')).toHaveAttribute('data-printed');
  await admin.emulateMedia({ media: 'print' });
  await expect(admin.locator('.unit-label')).toHaveCount(31);
  const [first, second] = await Promise.all(
    [0, 1].map((index) => admin.locator('.unit-label').nth(index).boundingBox()),
  );
  // Avery 5160 at 96 pixels an inch: 2 5/8 in wide, the next one 2 3/4 in further right.
  expect(first?.width).toBeCloseTo(252, 0);
  expect((second?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(264, 0);
  await admin.emulateMedia({ media: 'screen' });
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await admin.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await admin.goto(`/admin/packing?orders=${orderId}`);
  await button('Note suggested batches').press('Enter');
  await expect(admin.getByLabel(`Batch of ${product.name} in order bac00000`)).not.toHaveValue('');
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await admin.goto(`/admin/orders?order=${orderId}`);
  // The demo's own batch of the product is older, and so suggested first.
  await expect(admin.getByRole('link', { name: /^Batch (SH\d{4}|E2E-1)$/ })).toBeVisible();
});
