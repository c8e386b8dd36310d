import sharp from 'sharp';
import { dialog, expectCalm } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

/** A 50-megapixel photograph with a mark near its right edge. */
async function takePhotograph() {
  const mark = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#20392f' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width: 8160, height: 6120, channels: 3, background: '#d9cfbd' } })
    .composite([{ input: mark, left: 7200, top: 2700 }])
    .jpeg()
    .toBuffer();
}

test('a photograph goes through the library: words, focal point, product, crop, replacing', async ({
  admin,
  context,
}) => {
  await admin.goto('/admin/pictures');
  await expectCalm(admin);
  const add = admin.getByLabel('Add pictures');
  const buffer = await takePhotograph();
  await add.setInputFiles([
    { name: 'half.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, 20_000) },
    { name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer },
  ]);
  await expect(admin.getByText(/half\.jpg is damaged/)).toBeVisible();
  await admin.getByRole('link', { name: 'IMG_4711.jpg', exact: true }).click();

  // Alternative text and focal point, by keyboard alone.
  await admin.getByLabel('Alternative text').fill('A green jar at the edge');
  await admin.getByLabel('Focal point from the left').focus();
  for (let step = 0; step < 4; step++) await admin.keyboard.press('ArrowRight');
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(admin);
  }
  await expectAccessible(admin);
  await admin.keyboard.press('Control+s');
  await expect(toast(admin, 'Picture saved')).toBeVisible();
  const library = admin.url();

  // Added to a product without uploading it again.
  const name = `Green ${process.pid}`;
  await admin.goto('/admin/products/new');
  await admin.getByLabel('Name').fill(name);
  await admin.getByLabel('Price').fill('12');
  await admin.getByRole('button', { name: 'Choose from the library' }).click();
  await admin.getByLabel('Search by name, text or what uses it').fill('green jar');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'IMG_4711.jpg' }).click();
  await expect(admin.getByLabel('Alternative text (main image)')).toHaveValue(
    'A green jar at the edge',
  );
  await admin.getByRole('button', { name: 'Create product' }).click();
  await expect(toast(admin, 'Product created successfully!')).toBeVisible();
  const shop = await context.newPage();
  const card = shop.getByRole('img', { name: 'A green jar at the edge' });
  await shop.goto('/products?sort=newest');
  await expect(card.first()).toHaveCSS('object-position', '90% 50%');

  // It is in use and cannot be deleted, but a crop can replace it.
  await admin.goto(library);
  await admin.getByRole('button', { name: 'Delete…' }).click();
  await expect(toast(admin, 'Not deleted')).toBeVisible();
  await admin.getByRole('button', { name: 'Crop…' }).click();
  await admin.getByLabel('Shape').selectOption('Square, as on product cards');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(dialog(admin).getByText(`Product: ${name}`)).toBeVisible();
  await dialog(admin).getByRole('button', { name: 'Replace in 1 place' }).click();
  await expect(admin).not.toHaveURL(library);
  await expect(admin.getByRole('link', { name: `Product: ${name}` })).toBeVisible();
  await shop.reload();
  await expect(card.first()).toHaveCSS('object-position', '50% 50%');

  // Now the photograph is unused.
  await admin.goto(library);
  await admin.getByRole('button', { name: 'Delete…' }).click();
  await dialog(admin).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(admin, 'Picture deleted')).toBeVisible();
});
