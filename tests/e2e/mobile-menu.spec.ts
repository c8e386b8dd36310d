import { expect, test } from './shop-test.ts';

test.use({ viewport: { width: 360, height: 700 } });

test('the menu traps the focus until Escape, then returns it', async ({ page }) => {
  await page.goto('/about', { waitUntil: 'networkidle' });
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  expect(await menu.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab');
    // After the last entry, the focus moves to the browser itself.
    const inside = await menu.evaluate(
      (dialog) =>
        dialog.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('the menu closes with a link and with a press beside it', async ({ page }) => {
  await page.goto('/about', { waitUntil: 'networkidle' });
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await button.click();
  await menu.getByRole('link', { name: 'Contact Us' }).click();
  await page.waitForURL(/\/contact$/);
  await expect(menu).toBeHidden();
  await button.click();
  // During its animation, it covers the area next to it.
  await menu.evaluate((dialog) => Promise.all(dialog.getAnimations().map((each) => each.finished)));
  await page.mouse.click(356, 300);
  await expect(menu).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu opens and closes', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const link = page.getByRole('link', { name: 'Contact Us' });
    await expect(link).toBeVisible();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(link).toBeHidden();
  });
});
