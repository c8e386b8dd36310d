import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { expect, test } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { createPerson, enterAs } from './people.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

/** A product that no other test in this shop uses. */
const slug = 'shilajit-drops-with-citrus';
const code = 'E2E-1';
const reason = 'The seal of this batch may leak.';
const instructions = 'Please do not use it. We send you another bottle.';

test('a batch goes from the laboratory over labels and parcels to a recall that its buyer has read', async ({
  admin,
  browser,
  shop,
}) => {
  const tables = openTables(shop);
  const { data: product } = await tables
    .from('products')
    .select('id, name')
    .eq('slug', slug)
    .single()
    .throwOnError();
  const buyer = await createPerson(shop);
  const order = {
    ...{ name: 'Maya Stone', address: '1 Ridge Road\nDenver, CO 80202\nUS', total_amount: 20 },
    ...{ payment_status: 'paid', paid_at: new Date().toISOString() },
    order_items: [{ id: product.id, name: product.name, weight: '', price: 10, quantity: 2 }],
  };
  const bought = 'bac00000-0000-4000-8000-000000000001';
  const withoutAddress = 'bac10000-0000-4000-8000-000000000002';
  await tables
    .from('orders')
    .insert([
      { ...order, id: bought, email: buyer.email, user_id: buyer.id },
      { ...order, id: withoutAddress, email: 'pending@checkout.example', user_id: null },
    ])
    .throwOnError();
  await admin.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const button = (name: string) => admin.getByRole('button', { name, exact: true });
  const answer = (name: string) =>
    admin.getByRole('alertdialog').getByRole('button', { name, exact: true });

  // By keyboard, on a phone.
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/batches/new');
  await admin.getByLabel('Code').fill(code);
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
  const photograph = await sharp({
    create: { width: 80, height: 40, channels: 3, background: '#b45' },
  })
    .withExif({ IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
    .jpeg()
    .toBuffer();
  await admin.getByLabel('File').setInputFiles({
    name: 'report.jpg',
    mimeType: 'image/jpeg',
    buffer: photograph,
  });
  await button('Add document').press('Enter');
  await expect(toast(admin, 'Document added')).toBeVisible();
  const sent = createHash('sha256').update(photograph).digest('hex');
  await expect(admin.getByText('SHA-256')).toBeVisible();
  await expect(admin.getByText(sent)).toHaveCount(0);
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
  // Avery 5160 at 96 pixels per inch: 2 5/8 in wide, with the next label 2 3/4 in to the right.
  expect(first?.width).toBeCloseTo(252, 0);
  expect((second?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(264, 0);
  const unit = await admin.locator('.unit-label-code').first().innerText();
  await admin.emulateMedia({ media: 'screen' });
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await admin.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await admin.goto(`/admin/packing?orders=${bought},${withoutAddress}`);
  await button('Note suggested batches').press('Enter');
  for (const number of ['bac00000', 'bac10000']) {
    const choice = admin.getByLabel(`Batch of ${product.name} in order ${number}`);
    // The demo's own batch of the product is older, so it is suggested first.
    await expect(choice).not.toHaveValue('');
    await expect(choice.getByRole('option', { selected: true })).not.toContainText(code);
    const own = await choice.getByRole('option', { name: code }).getAttribute('value');
    await choice.selectOption(own);
  }
  await expect
    .poll(async () => {
      const { data } = await tables.from('order_line_batches').select('batches!inner(code)');
      return data?.filter(({ batches }) => batches.code === code).length;
    })
    .toBe(2);
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await admin.getByLabel('Carrier').fill('UPS');
  await admin.getByLabel('Tracking number of order bac00000').fill('1Z BATCH 1');
  await button('Ship 1 order').press('Enter');
  await answer('Ship 1 order').press('Enter');
  await expect(admin.getByText('1 order was shipped.')).toBeVisible();
  await admin.goto(`/admin/orders?order=${bought}`);
  await expect(admin.getByRole('link', { name: `Batch ${code}`, exact: true })).toBeVisible();

  const [shipped] = await waitForMails(shop.sandbox, buyer.email, 1);
  expect(shipped?.text).toContain('1Z BATCH 1');
  expect(shipped?.text).toContain(`${shop.origin}/batch/${code}`);
  const customer = await browser.newPage();
  await enterAs(customer, shop, buyer);
  await customer.goto(`${shop.origin}/orders`);
  await customer.getByRole('link', { name: `Laboratory results of batch ${code}` }).click();
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText(`Batch ${code}`);
  await customer.goto(`${shop.origin}/u/${unit.replaceAll(' ', '')}`);
  await customer.getByRole('button', { name: 'Verify Product' }).click();
  await expect(customer.getByText('We made this jar')).toBeVisible();

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const page = await visitor.newPage();
  const open = (path: string) => page.goto(shop.origin + path);
  await open(`/product/${slug}`);
  await expect(
    page.getByRole('heading', { name: `What the laboratory found in batch ${code}` }),
  ).toBeVisible();
  await expect(page.getByText('of the limit')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: /^Recall:/ })).toHaveCount(0);

  await admin.goto('/admin/recalls/new');
  await admin.getByLabel(code).check();
  await admin.getByLabel('Reason').fill(reason);
  await admin.getByLabel('What to do').fill(instructions);
  await admin.getByRole('button', { name: 'Save draft and see who is affected' }).click();
  const affected = admin.getByRole('heading', { name: 'Who is affected' }).locator('..');
  await expect(affected).toContainText(/Orders2Email addresses1Orders without an address1/);
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  expect((await tables.from('recall_recipients').select('id')).data).toEqual([]);
  await affected.getByRole('button', { name: 'Announce and send' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Announce and send' }).click();
  await expect(admin.getByText('1 of 1 emails were taken by the mail server.')).toBeVisible();
  await expectAccessible(admin);

  // The announcement has dropped the product's cached page.
  await open(`/product/${slug}`);
  const notice = page.getByRole('region', { name: /^Recall:/ });
  await expect(notice).toContainText(`We are taking back batch ${code}.`);
  await expect(notice).toContainText(instructions);
  await notice.getByRole('link', { name: 'Why, and what to do' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: reason })).toContainText(instructions);
  await open(`/batch/${code}`);
  await expect(page.getByRole('alert')).toContainText(/Recalled: please don’t use it.*leak/s);
  await open('/validity');
  await page.getByLabel('Batch code').fill(code);
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByRole('alert')).toContainText(instructions);

  const [mail] = await waitForMails(shop.sandbox, buyer.email, 2);
  expect(mail?.subject).toContain('Recall');
  const link = /http\S+\/recalls\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'I have read this' }).click();
  await expect(page.getByText('Thank you. We know now that our notice reached you.')).toBeVisible();
  await visitor.close();

  await admin.reload();
  await expect(admin.getByText('Have read it').locator('..')).toContainText('1');
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Download the list (CSV)' }).click();
  const list = await readFile(await (await download).path(), 'utf8');
  expect(list.trim().split('\r\n')).toHaveLength(3);
  expect(list).toContain(`Maya Stone,${buyer.email},bac00000`);

  await customer.getByRole('button', { name: 'Verify Product' }).click();
  await expect(customer.getByRole('alert')).toContainText(instructions);
  await customer.goto(`${shop.origin}/orders`);
  await expect(
    customer.getByRole('link', { name: `Batch ${code} is recalled: what to do` }),
  ).toBeVisible();
  await customer.close();
});

test('a jar is scanned, checked, read about and reported without JavaScript', async ({
  browser,
  shop,
  ownerSession,
  publishableKey,
}) => {
  const tables = openTables(shop);
  const { data: batch } = await tables
    .from('batches')
    .select('id, code')
    .eq('code', 'SH2041')
    .single()
    .throwOnError();
  const issued = await fetch(`${shop.origin}/functions/v1/issue-codes`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${JSON.parse(ownerSession).access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ batchId: batch.id, count: 1 }),
  });
  const { codes } = await issued.json();
  const checked = async () => {
    const { data } = await tables
      .from('unit_codes')
      .select('check_count')
      .eq('batch_id', batch.id)
      .gt('check_count', 0);
    return data?.length;
  };
  const before = await checked();

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`${shop.origin}/u/${codes[0]}`);
  await expect(page.getByLabel('Batch code')).toHaveValue(codes[0]);
  // Opening the URL, as a link preview does, does not count as a check.
  expect(await checked()).toBe(before);
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByText('We made this jar')).toBeVisible();
  expect(await checked()).toBe((before ?? 0) + 1);
  await page.getByRole('link', { name: 'See what the laboratory found' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch SH2041');
  await expect(page.getByText('Within the limit').first()).toBeVisible();

  await page.goto(`${shop.origin}/report?code=${codes[0]}`);
  await page.getByLabel(/^What looks wrong/).fill('  ');
  await page.getByLabel('Where did you buy it?').fill('A market in Denver');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByLabel('Where did you buy it?')).toHaveValue('A market in Denver');
  await page.getByLabel(/^What looks wrong/).fill('The seal was broken.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Your report has reached us.')).toBeVisible();
  const { data: reports } = await tables.from('code_reports').select('message, batch_id');
  expect(reports).toContainEqual({ message: 'The seal was broken.', batch_id: batch.id });
  await context.close();
});

test('leads from a code in any spelling to the address of its batch, at once', async ({ page }) => {
  for (const spelled of ['sh2041', 'sh-2041', 'SH-2041', 'Sh 20-41']) {
    const path = `/batch/${encodeURIComponent(spelled)}`;
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect(answer.status(), spelled).toBe(302);
    expect(answer.headers().location, spelled).toBe('/batch/SH2041');
  }
  await page.goto('/batch/sh-2041');
  await expect(page).toHaveURL(/\/batch\/SH2041$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SH2041');
  expect((await page.request.get('/batch/sh-9999')).status()).toBe(404);
});

for (const width of [360, 1280]) {
  test(`passport, recalls and report at ${width} px are accessible and fit`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/batch/SH2041', '/recalls', '/report']) {
      await page.goto(path);
      await expectAccessible(page);
      await expectNoSideScroll(page);
    }
  });
}
