import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSideScroll } from './shop-test.ts';

/** The smallest picture that is one. */
export const picture = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** The question before something that cannot be taken back. */
export const dialog = (page: Page) => page.getByRole('alertdialog');

/** Presses the button that asks, and agrees. */
export async function deleteFrom(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
}

/** A list that has loaded: axe content, nothing sticking out on a phone or a desk. */
export async function expectCalm(page: Page): Promise<void> {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
}

/** Lets the calls whose address holds this fail until the test is over. */
export const breakCalls = (page: Page, address: string) =>
  page.route(address, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'The database is away.' } }),
  );
