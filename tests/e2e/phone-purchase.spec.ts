import type { Locator } from 'playwright/test';
import { openTables } from './open-tables.ts';
import { expect, expectAccessible, expectNoSideScroll, test, toast } from './shop-test.ts';

test.use({ viewport: { width: 360, height: 780 } });

const slug = 'pure-himalayan-shilajit-resin';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not drawn');
  return { top: box.y, bottom: box.y + box.height, height: box.height };
}

test('a phone buys without looking for a button', async ({ page }) => {
  await page.goto(`/product/${slug}`);
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  expect((await boxOf(add)).bottom).toBeLessThan(740);

  // The dots follow the scrolling and lead to each image.
  await page.getByRole('button', { name: 'Show image 3' }).click();
  await expect(page.getByRole('button', { name: 'Show image 3' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  // By default only one is added, whatever the stepper shows: it says so and resets.
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(page.getByText('Adds one at a time')).toBeVisible();
  await add.click();
  await expect(page.getByRole('spinbutton')).toHaveValue('1');
  const notice = page.locator('.toast');
  await expect(toast(page, 'Added to cart')).toBeVisible();
  const covered = await boxOf(add);
  const shown = await boxOf(notice);
  expect(shown.bottom <= covered.top || shown.top >= covered.bottom).toBe(true);

  // When scrolled out of view, the button stays in a bar, and the next notice appears above it.
  await page.getByText('Supplement Facts').scrollIntoViewIfNeeded();
  const bar = page.getByRole('region', { name: 'Add to cart' });
  expect(Math.round((await boxOf(bar)).height)).toBe(65);
  await bar.getByRole('button', { name: /^Add to Cart/ }).click();
  await expect(page.getByTestId('cart-count')).toHaveText('2');
  await expect.poll(async () => (await boxOf(notice)).bottom <= (await boxOf(bar)).top).toBe(true);
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await notice.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
  await expect(toast(page, 'Added to cart')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pay $79.80 with Card' })).toBeInViewport({
    ratio: 1,
  });
  const line = page.getByText('30g · Quantity 2');
  await expect(line).toBeHidden();
  await page.getByRole('button', { name: 'Order summary' }).click();
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('pictures are looked at one after the other, enlarged', async ({ page }) => {
  await page.goto(`/product/${slug}`);
  await page.getByRole('button', { name: 'Enlarge image' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next image' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Image 2.*of 4$/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('status')).toHaveText(/^Image 4.*of 4$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show image 4' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('what is sold out asks the question for its visitor', async ({ page }) => {
  await page.goto('/product/founder-s-reserve-shilajit-resin');
  await expect(page.getByRole('spinbutton')).toHaveCount(0);
  await page.getByRole('link', { name: 'Ask when it will be back' }).click();
  await expect(page.getByLabel(/^Message/)).toHaveValue(
    'When will Founder’s Reserve Shilajit Resin be back?',
  );
});

test('the cart offers what goes with it, and announces quantities with their amount', async ({
  page,
}) => {
  await page.goto(`/product/${slug}`);
  await page.getByRole('button', { name: /^Add to Cart/ }).click();
  await page.getByRole('link', { name: 'View cart' }).click();
  const offered = page.getByRole('region', { name: 'You may also like' });
  await offered
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(offered.getByRole('button', { name: / added$/ })).toBeFocused();
  await expect(page.getByTestId('cart-count')).toHaveText('2');
  const quantity = page.getByRole('group', { name: 'Quantity of Pure Himalayan Shilajit Resin' });
  await quantity.getByRole('button').nth(1).click();
  await expect(quantity.getByRole('status').first()).toHaveText('Quantity 2, subtotal $79.80');
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('delivery is promised in the owner’s words alone, and home starts where the owner says', async ({
  page,
  shop,
}) => {
  const settings = openTables(shop).from('site_settings');
  await page.goto(`/product/${slug}`);
  await expect(page.getByText('Orders leave within a day.')).toHaveCount(0);
  await settings
    .upsert([
      { key: 'dispatch_note', value: 'Orders leave within a day' },
      { key: 'start_here', value: slug },
    ])
    .throwOnError();
  await expect(async () => {
    await page.goto(`/product/${slug}`);
    await expect(page.getByText('Orders leave within a day.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: /^Add to Cart/ }).click();
  for (const path of ['/cart', '/checkout']) {
    await page.goto(path);
    await expect(page.getByText('Orders leave within a day.')).toBeVisible();
  }
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Pure Himalayan Shilajit Resin' })
    .getByRole('link', { name: 'See this jar' })
    .click();
  await page.waitForURL(`**/product/${slug}`);
  await settings.delete().in('key', ['dispatch_note', 'start_here']).throwOnError();
});
