import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSideScroll } from './shop-test.ts';

/** The smallest valid picture. */
export const picture = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** The confirmation dialog before something that cannot be undone. */
export const dialog = (page: Page) => page.getByRole('alertdialog');

/** Clicks the delete button and confirms. */
export async function deleteFrom(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
}

/** A loaded list has no axe violations, and nothing sticks out on a phone or a desktop. */
export async function expectCalm(page: Page): Promise<void> {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
}

/** Makes calls whose URL contains this fail until the end of the test. */
export const breakCalls = (page: Page, address: string) =>
  page.route(address, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'The database is away.' } }),
  );
