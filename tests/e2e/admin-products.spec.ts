import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, secretKey, toast } from './shop-test.ts';
import { readStructuredData } from './structured-data.ts';

const picture = (name: string) =>
  fileURLToPath(new URL(`../../public/media/${name}`, import.meta.url));

const began = new Date().toISOString();

// Later tests expect the catalog as it was.
test.afterAll(async ({ shop }) => {
  await fetch(`${shop.origin}/rest/v1/products?created_at=gte.${encodeURIComponent(began)}`, {
    method: 'DELETE',
    headers: { apikey: secretKey },
  });
});

const rowOf = (page: Page, name: string) =>
  page.locator('tr[data-row]').filter({ has: page.getByRole('link', { name, exact: true }) });

async function addProduct(page: Page, name: string, price = '49.90') {
  await page.goto('/admin/products/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill(price);
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(toast(page, 'Product created successfully!')).toBeVisible();
  await page.waitForURL(/\/admin\/products\/[0-9a-f-]{36}$/);
  // Until then, the form for the new product is still there.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
}

test('the table shows picture, name, price, weight, views, status, 2 tags and +n', async ({
  admin,
}) => {
  await admin.goto('/admin/products');
  const row = rowOf(admin, 'Founder’s Reserve Shilajit Resin');
  for (const text of ['$89.00', '30g', 'SOLD OUT', '+2']) {
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(rowOf(admin, 'Liquid Shilajit Drops').getByText('AVAILABLE')).toBeVisible();
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);
});

test('a product needs a name and a price; its slug and search texts are filled in', async ({
  admin,
}) => {
  await admin.goto('/admin/products/new');
  await admin.getByRole('button', { name: 'Create product' }).click();
  await expect(admin.getByText('Enter a name.')).toBeVisible();
  await expect(admin.getByText('Enter a price such as 49.90.')).toBeVisible();
  await expectAccessible(admin);
  await admin.getByLabel('Name').fill('Śilājīt & Honey, 30g!');
  await admin.getByLabel('Price').fill('19.5');
  for (const tag of ['honey', ' ', 'honey', 'raw']) {
    await admin.getByLabel('New tag').fill(tag);
    await admin.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await expect(admin.getByText('/product/silajit-honey-30g').last()).toBeVisible();
  await expect(admin.getByText(/^59 of 50–60 characters: a good length/)).toBeVisible();
  await admin.getByLabel('Published').uncheck();
  await admin.getByRole('button', { name: 'Create product' }).click();
  await expect(toast(admin, 'Product created successfully!')).toBeVisible();
  await admin.waitForURL(/products\/[0-9a-f-]{36}$/);
  await expect(admin.getByLabel('SEO title')).toHaveValue(
    'Liv Fit Śilājīt & Honey, 30g! | Premium Natural Supplements',
  );
  await expect(admin.getByLabel('SEO keywords')).toHaveValue(
    'Liv Fit, Śilājīt & Honey, 30g!, honey, raw',
  );
  await expect(admin.getByLabel('Slug')).toHaveValue('silajit-honey-30g');

  // Only its author sees a draft, even on its own page.
  await admin.getByRole('button', { name: 'Preview' }).click();
  const preview = admin.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Śilājīt & Honey, 30g!');
  await admin.getByRole('button', { name: 'Close' }).click();
  const visitor = await admin.context().newPage();
  await visitor.goto('/product/silajit-honey-30g');
  await expect(visitor.getByText('Product Not Found')).toBeVisible();
  await visitor.close();
  await admin.getByLabel('Published').check();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(admin, 'Product updated successfully!')).toBeVisible();
  await admin.goto('/product/silajit-honey-30g');
  await expect(admin.getByRole('heading', { name: 'Śilājīt & Honey, 30g!' })).toBeVisible();
});

test('SEO texts follow the product until they are edited', async ({ admin }) => {
  await addProduct(admin, 'Followed Resin');
  const title = admin.getByLabel('SEO title');
  await expect(title).toHaveValue('Liv Fit Followed Resin | Premium Natural Supplements');
  await admin.getByLabel('Name').fill('Renamed Resin');
  await admin.getByLabel('Description', { exact: true }).fill('From Spiti.');
  await admin.getByLabel('New tag').fill('raw');
  await admin.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(title).toHaveValue('Liv Fit Renamed Resin | Premium Natural Supplements');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(admin, 'Product updated successfully!')).toBeVisible();
  await admin.reload();
  await expect(title).toHaveValue('Liv Fit Renamed Resin | Premium Natural Supplements');
  await expect(admin.getByLabel('SEO description')).toHaveValue(/^From Spiti\. Shop genuine/);
  await expect(admin.getByLabel('SEO keywords')).toHaveValue('Liv Fit, Renamed Resin, raw');
  await title.fill('My own title');
  await admin.getByLabel('Name').fill('Renamed Twice');
  await expect(title).toHaveValue('My own title');
  await expect(admin.getByLabel('SEO keywords')).toHaveValue('Liv Fit, Renamed Twice, raw');
});

test('a new product defaults to 30ml; prices step by cents, initial views by ones', async ({
  admin,
}) => {
  await admin.goto('/admin/products/new');
  const weight = admin.getByLabel('Weight');
  await expect(weight).toHaveValue('30ml');
  await expect(weight.getByRole('option')).toHaveText(['30ml', '30g']);
  await expect(admin.getByLabel('Price')).toHaveAttribute('step', '0.01');
  await admin.getByLabel('Name').fill('Never saved');
  await admin.getByLabel('Price').fill('1.999');
  await admin.getByLabel('Initial views').fill('1.5');
  await admin.getByRole('button', { name: 'Create product' }).click();
  await expect(admin.getByText('Enter a price such as 49.90.')).toBeVisible();
  await expect(admin.getByText('Enter a whole number.')).toBeVisible();
  await expect(admin.getByText(/of 150–160 characters/)).toBeVisible();
});

test('the label is filled in on a phone', async ({ admin }) => {
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/admin/products/new');
  await admin.getByRole('button', { name: 'Add a row' }).click();
  const row = admin.getByRole('group', { name: 'Row 1 of the facts' });
  await row.getByLabel('Name').fill('Fulvic acid complex');
  await row.getByLabel('Amount').fill('300 mg');
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
});

test('saves an edit, warns about unsaved ones, and reports a conflict', async ({
  admin,
  context,
}) => {
  await addProduct(admin, 'Edited Resin');
  const address = admin.url();
  await admin.getByLabel('Description', { exact: true }).fill('From the Spiti valley.');
  await admin.getByRole('link', { name: 'Dashboard' }).click();
  const question = admin.getByRole('alertdialog');
  await expect(question).toContainText('Leave without saving?');
  await question.getByRole('button', { name: 'Stay' }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(admin, 'Product updated successfully!')).toBeVisible();

  const other = await context.newPage();
  await other.goto(address);
  await other.getByLabel('Price').fill('55');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(other, 'Product updated successfully!')).toBeVisible();
  await admin.getByLabel('Description', { exact: true }).fill('Mine.');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = admin.getByRole('alert').filter({ hasText: 'Someone else saved this' });
  await expect(notice).toContainText('They changed: price.');
  await notice.getByRole('button', { name: 'Show their version' }).click();
  await expect(admin.getByLabel('Price')).toHaveValue('55.00');
});

test('pictures are uploaded, ordered by keys, described and shown in the shop', async ({
  admin,
}) => {
  await addProduct(admin, 'Pictured Resin');
  await admin
    .getByLabel('Add images')
    .setInputFiles([
      picture('founders-reserve-shilajit-resin-30g-1-320.webp'),
      picture('gold-grade-shilajit-resin-30g-1-320.webp'),
    ]);
  await expect(admin.getByRole('button', { name: 'Move image 2', exact: true })).toBeVisible();
  await expect(toast(admin, 'File uploaded successfully').first()).toBeVisible();
  const addresses = () =>
    admin.locator('li img').evaluateAll((images) => images.map((each) => each.getAttribute('src')));
  const before = await addresses();
  await admin.getByRole('button', { name: 'Move image 2', exact: true }).focus();
  await admin.keyboard.press('Space');
  await expect(admin.getByText('At position 2.')).toBeAttached();
  // The list reacts to arrow keys a moment after announcing the position.
  await expect(async () => {
    await admin.keyboard.press('ArrowUp');
    await expect(admin.getByText('At position 1.')).toBeAttached({ timeout: 2000 });
  }).toPass();
  await admin.keyboard.press('Space');
  await expect.poll(addresses).toEqual(before.toReversed());
  await admin.getByLabel('Alternative text (main image)').fill('An open jar');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(admin, 'Product updated successfully!')).toBeVisible();
  await admin.reload();
  await expect.poll(addresses).toEqual(before.toReversed());
  await expect(admin.getByLabel('Alternative text (main image)')).toHaveValue('An open jar');
  await admin.goto('/product/pictured-resin');
  await expect(admin.getByRole('img', { name: 'An open jar' })).toBeVisible();
  await expect(admin.getByRole('img', { name: 'Pictured Resin, image 2 of 2' })).toBeAttached();
  const product = readStructuredData(await admin.content()).find(
    (thing) => thing['@type'] === 'Product',
  );
  expect(product?.image).toMatchObject([{ caption: 'An open jar' }, expect.any(String)]);
  await admin.goto('/products');
  await expect(admin.getByRole('img', { name: 'An open jar' })).toBeVisible();
});

test('duplicate, mark several sold out, delete after a question', async ({ admin }) => {
  await addProduct(admin, 'Twin Resin');
  await admin.goto('/admin/products?q=twin');
  await admin.getByRole('button', { name: 'More for Twin Resin' }).click();
  await admin.getByRole('menuitem', { name: 'Duplicate' }).click();
  await admin.getByRole('button', { name: 'Create product' }).click();
  await admin.waitForURL(/products\/[0-9a-f-]{36}$/);
  await admin.goto('/admin/products?q=twin');
  await expect(admin.locator('tr[data-row]')).toHaveCount(2);
  await admin.getByLabel('Select all rows on this page').check();
  await admin.getByRole('button', { name: 'Mark sold out' }).click();
  await expect(admin.getByText('SOLD OUT', { exact: true })).toHaveCount(2);
  await admin.getByRole('button', { name: 'Delete Twin Resin', exact: true }).click();
  const question = admin.getByRole('alertdialog');
  await expect(question).toContainText('Delete "Twin Resin"?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(admin, 'Product deleted successfully!')).toBeVisible();
  await expect(admin.locator('tr[data-row]')).toHaveCount(1);
});

test.describe('refused', () => {
  test.use({ expectedErrors: /status of [45]\d\d|Failed to load resource/ });

  test('a file that is not an image is refused by name and by content', async ({ admin }) => {
    await admin.goto('/admin/products/new');
    const field = admin.getByLabel('Add images');
    await field.setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await expect(toast(admin, 'Failed to upload file')).toBeVisible();
    await expect(admin.getByText(/logo\.svg is not an image the shop can display/)).toBeVisible();
    await field.setInputFiles({
      name: 'fake.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    });
    await expect(admin.getByText(/^fake\.png is damaged/)).toBeVisible();
    await expect(admin.getByRole('button', { name: /Move image/ })).toHaveCount(0);
  });
});

test('two tabs with a new product each get back what was typed in them', async ({
  admin,
  context,
}) => {
  const type = async (page: Page, name: string) => {
    await page.goto('/admin/products/new');
    await page.getByLabel('Name').fill(name);
    await page.waitForFunction(
      (typed) => Object.values(localStorage).some((value) => String(value).includes(typed)),
      name,
    );
  };
  const other = await context.newPage();
  await type(admin, 'Resin of the first tab');
  await type(other, 'Resin of the second tab');
  for (const page of [admin, other]) page.on('dialog', (ask) => void ask.accept());
  await admin.reload();
  await admin.getByRole('button', { name: 'Continue' }).click();
  await expect(admin.getByLabel('Name')).toHaveValue('Resin of the first tab');
  await other.reload();
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByLabel('Name')).toHaveValue('Resin of the second tab');

  // A closed tab's draft is offered in the next one.
  await other.close({ runBeforeUnload: false });
  const third = await context.newPage();
  third.on('dialog', (ask) => void ask.accept());
  await third.goto('/admin/products/new');
  await third.getByRole('button', { name: 'Continue' }).click();
  await expect(third.getByLabel('Name')).toHaveValue('Resin of the second tab');
});
