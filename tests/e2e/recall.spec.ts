import { readFile } from 'node:fs/promises';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { expect, test } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { createPerson, enterAs } from './people.ts';
import { expectAccessible, expectNoSideScroll } from './shop-test.ts';

/** Not the product of other tests, which share this shop. */
const slug = 'shilajit-drops-with-citrus';
const reason = 'The seal of this batch may leak.';
const instructions = 'Please do not use it. We send you another bottle.';

test('a recall is prepared, sent, seen everywhere, read and listed for the authority', async ({
  admin,
  browser,
  shop,
}) => {
  const tables = openTables(shop);
  const { data: product } = await tables
    .from('products')
    .select('id, name, price, weight_type')
    .eq('slug', slug)
    .single()
    .throwOnError();
  const { data: batch } = await tables
    .from('batches')
    .select('id, code')
    .eq('product_id', product.id)
    .eq('status', 'released')
    .limit(1)
    .single()
    .throwOnError();
  const buyer = await createPerson(shop);
  const order = {
    ...{ name: 'Maya Stone', address: '1 Ridge Road\nDenver, CO 80202\nUS' },
    ...{ total_amount: product.price, payment_status: 'paid', paid_at: new Date().toISOString() },
    order_items: [
      { id: product.id, name: product.name, weight: product.weight_type, price: 1, quantity: 1 },
    ],
  };
  const bought = 'ca110000-0000-4000-8000-000000000001';
  const withoutAddress = 'ca110000-0000-4000-8000-000000000002';
  await tables
    .from('orders')
    .insert([
      { ...order, id: bought, email: buyer.email, user_id: buyer.id },
      { ...order, id: withoutAddress, email: 'pending@checkout.example', user_id: null },
    ])
    .throwOnError();
  await tables
    .from('order_line_batches')
    .insert([bought, withoutAddress].map((id) => ({ order_id: id, line: 0, batch_id: batch.id })))
    .throwOnError();

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const page = await visitor.newPage();
  const open = (path: string) => page.goto(shop.origin + path);
  await open(`/product/${slug}`);
  await expect(
    page.getByRole('heading', { name: `What the laboratory found in batch ${batch.code}` }),
  ).toBeVisible();
  await expect(page.getByText('of the limit')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: /^Recall:/ })).toHaveCount(0);

  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/recalls/new');
  await admin.getByLabel(batch.code).check();
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

  // The kept page of the product is gone with the announcement.
  await open(`/product/${slug}`);
  const notice = page.getByRole('region', { name: /^Recall:/ });
  await expect(notice).toContainText(`We are taking back batch ${batch.code}.`);
  await expect(notice).toContainText(instructions);
  await notice.getByRole('link', { name: 'Why, and what to do' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: reason })).toContainText(instructions);
  await open(`/batch/${batch.code}`);
  await expect(page.getByRole('alert')).toContainText(/Recalled: please don’t use it.*leak/s);
  await open('/validity');
  await page.getByLabel('Batch code').fill(batch.code);
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByRole('alert')).toContainText(instructions);

  const [mail] = await waitForMails(shop.sandbox, buyer.email, 1);
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
  expect(list).toContain(`Maya Stone,${buyer.email},ca110000`);

  const customer = await browser.newPage();
  await enterAs(customer, shop, buyer);
  await customer.goto(`${shop.origin}/orders`);
  await expect(
    customer.getByRole('link', { name: `Batch ${batch.code} is recalled: what to do` }),
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
  // Opening the address, as a preview does, is no check.
  expect(await checked()).toBe(before);
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByText('We made this jar')).toBeVisible();
  expect(await checked()).toBe((before ?? 0) + 1);
  await page.getByRole('link', { name: 'See what the laboratory found' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch SH2041');
  await expect(page.getByText('Within the limit').first()).toBeVisible();

  await page.goto(`${shop.origin}/report?code=${codes[0]}`);
  await page.getByLabel(/^What is odd/).fill('  ');
  await page.getByLabel('Where did you buy it?').fill('A market in Denver');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByLabel('Where did you buy it?')).toHaveValue('A market in Denver');
  await page.getByLabel(/^What is odd/).fill('The seal was broken.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Your report has reached us.')).toBeVisible();
  const { data: reports } = await tables.from('code_reports').select('message, batch_id');
  expect(reports).toContainEqual({ message: 'The seal was broken.', batch_id: batch.id });
  await context.close();
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
