import { expect, expectAccessible, expectNoSideScroll, test } from './shop-test.ts';

test('results appear while typing, tolerate typos, and can be chosen by keyboard', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const link = page.getByRole('link', { name: 'Search' });
  await link.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'What are you looking for?' });
  await expect(field).toBeFocused();
  await field.fill('saffrn');
  const option = page.getByRole('option', { name: /Shilajit and Saffron Resin/ });
  await expect(option).toBeVisible();
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/product\/shilajit-and-saffron-resin$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an empty result says so and suggests pages; Escape closes', async ({ page }) => {
  await page.goto('/about', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Search' }).click();
  const field = page.getByRole('combobox');
  await field.fill('qqqqqq');
  await expect(page.getByText(/No results for “qqqqqq”/)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?q=qqqqqq$/);
  // The dialog's own message disappears with it.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'honey' }).click();
  await expect(page.getByRole('link', { name: /Shilajit Honey Resin/ })).toBeVisible();
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the search is a page with a form', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('certifcate');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=certifcate$/);
    await page.getByRole('link', { name: /certificate of analysis/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/certificate of analysis/);
  });
});

test('results are sorted and narrowed by their address, without scripts too', async ({
  browser,
  page,
  shop,
}) => {
  for (const scripts of [true, false]) {
    const visitor = scripts ? page : await browser.newPage({ javaScriptEnabled: false });
    await visitor.goto(`${shop.origin}/search?q=shilajit&tag=drops`);
    await visitor.getByRole('link', { name: 'Price, low to high' }).click();
    await expect(visitor).toHaveURL(`${shop.origin}/search?q=shilajit&sort=price&tag=drops`);
    const prices = async () =>
      (await visitor.locator('main li .truncate').allTextContents()).map((line) =>
        Number(/\$([\d.]+)/.exec(line)?.[1]),
      );
    await expect.poll(async () => (await prices()).length).toBeGreaterThan(1);
    expect(await prices()).toEqual((await prices()).toSorted((one, other) => one - other));
    await visitor.getByRole('link', { name: 'Everything' }).click();
    await expect(visitor).toHaveURL(`${shop.origin}/search?q=shilajit&sort=price`);
    if (!scripts) await visitor.close();
  }
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
  await expectAccessible(page);
});
