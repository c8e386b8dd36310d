import type { Locator, Page } from 'playwright/test';
import { expect, test, toast } from './shop-test.ts';

/**
 * Files that can no longer be fetched: no connection, or a tab older than the build. Every control
 * on every page of the shop is used; none may break the page or lose what was typed.
 */
const gone =
  /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|Failed to (load|fetch)|could not be loaded|The shop was updated/;
test.use({ expectedErrors: gone });
// The longest file, and among the last: a single process would still run it when all others are done.
test.describe.configure({ mode: 'parallel' });

const product = '/product/pure-himalayan-shilajit-resin';
const pages = [
  ...['/', '/products', product, '/about', '/contact', '/validity', '/blog'],
  ...['/blog/resin-without-the-mess', '/search?q=resin', '/cart', '/auth', '/auth?mode=reset'],
  ...['/find-order', '/terms', '/no-such-page'],
];
/**
 * How many console errors one press may cause: its files, requested on hover, focus and press, and
 * React's messages about them. The loop this test guards against caused hundreds.
 */
const errorsOfOnePress = 40;

function countErrors(page: Page): () => number {
  let errors = 0;
  page.on('console', (message) => {
    if (message.type() === 'error') errors += 1;
  });
  page.on('pageerror', () => {
    errors += 1;
  });
  return () => errors;
}

/** Waits until the page has drawn this many frames. */
const frames = (count: number) =>
  new Promise<void>((resolve) => {
    const next = (left: number) =>
      left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1));
    next(count);
  });

const markDocument = (page: Page) =>
  page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window);
/** During the navigation there is no document to check, so this retries. */
const expectNewDocument = (page: Page) =>
  expect(async () => expect(await isMarked(page)).toBe(false)).toPass({ timeout: 40_000 });

/** Scripts, responses to forms, and the check whether the server responds. */
const files = /\/assets\/[^/]+\.js$|\.data\b|\/build\.txt$/;
const refuseFiles = (page: Page) => page.route(files, (route) => route.abort());
const broken = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });

async function fillFields(page: Page): Promise<{ field: Locator; text: string }[]> {
  const fields = page.locator('main').locator('input:visible, textarea:visible');
  const filled: { field: Locator; text: string }[] = [];
  for (const field of await fields.all()) {
    const type = await field.getAttribute('type');
    if (['radio', 'checkbox'].includes(type ?? '')) continue;
    const text = type === 'number' ? '3' : type === 'email' ? 'ada@mail.example' : 'typed before';
    await field.fill(text);
    // A quantity is reset to 1 after adding to the cart.
    if (type !== 'number') filled.push({ field, text });
  }
  return filled;
}

for (const path of pages) {
  test.describe(path, () => {
    test.use({
      expectedErrors: path === '/no-such-page' ? new RegExp(`status of 404|${gone.source}`) : gone,
    });

    test('no control breaks the page when no further file can be fetched', async ({ page }) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      const errors = countErrors(page);
      await refuseFiles(page);
      const filled = await fillFields(page);
      const buttons = page.locator('header, main').getByRole('button').filter({ visible: true });
      const presses = await buttons.count();

      // A dialog over the page says what could not be loaded; this closes it and continues.
      const failure = page.getByRole('dialog', { name: 'Not loaded' }).last();
      await page.addLocatorHandler(
        failure,
        () => failure.getByRole('button', { name: 'Close' }).click(),
        // There may be another one below it.
        { noWaitAfter: true },
      );
      for (let index = 0; index < presses; index += 1) {
        const button = buttons.nth(index);
        // A press may remove controls, such as the menu's Close.
        if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
        await button.click();
        await expect(broken(page)).toHaveCount(0);
        await page.keyboard.press('Escape');
      }

      // No further errors occur on their own.
      await page.evaluate(frames, 60);
      expect(errors()).toBeLessThanOrEqual(presses * errorsOfOnePress);
      // The page still works: the cart's drawer says what is missing, and opens once it can be loaded.
      await page.getByRole('button', { name: /^Cart/ }).click();
      await page.removeLocatorHandler(failure);
      await expect(failure.getByText('This part of the page could not be loaded.')).toBeVisible();
      if (new URL(page.url()).pathname === path) {
        for (const { field, text } of filled) {
          if (await field.isVisible()) await expect(field).toHaveValue(text);
        }
      }
      await page.unroute(files);
      await failure.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeHidden();
      await page.getByRole('link', { name: 'Search', exact: true }).click();
      await expect(page.getByLabel('What are you looking for?')).toBeVisible();
    });
  });
}

/** A visitor who goes offline with the page open. */
test.describe('offline', () => {
  test('a failed link keeps page and input, and works once online', async ({ page, context }) => {
    await page.goto('/contact', { waitUntil: 'networkidle' });
    await page.getByLabel(/^Message/).fill('typed before');
    await context.setOffline(true);
    await page.locator('footer').getByRole('link', { name: 'Blog', exact: true }).click();
    await expect(toast(page, 'The page could not be loaded')).toBeVisible();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByLabel(/^Message/)).toHaveValue('typed before');

    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/\/blog$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('forms report failures and keep their input', async ({ page, context }) => {
    await page.goto('/validity', { waitUntil: 'networkidle' });
    await page.getByRole('textbox').fill('SH2041');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Verify Product' }).click();
    await expect(toast(page, 'Error')).toBeVisible();
    await expect(page.getByText('We could not check this code')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveValue('SH2041');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Verify Product' }).click();
    await expect(page.getByRole('status').getByText('VALID', { exact: true })).toBeVisible();

    await page.goto('/contact', { waitUntil: 'networkidle' });
    await page.getByLabel(/^Name/).fill('Ada');
    await page.getByLabel(/^Email/).fill('ada@mail.example');
    await page.getByLabel(/^Phone/).fill('1');
    await page.getByLabel(/^Message/).fill('typed before');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(toast(page, 'Failed to send message')).toBeVisible();
    await expect(page.getByLabel(/^Message/)).toHaveValue('typed before');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(toast(page, 'Message Sent!')).toBeVisible();
  });

  test('a product goes into the cart, and signing in keeps what was typed', async ({
    page,
    context,
  }) => {
    await page.goto(product, { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Add to Cart/ }).click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await expect(page.getByTestId('cart-count')).toHaveText('1');
    await context.setOffline(false);

    await page.goto('/auth', { waitUntil: 'networkidle' });
    await page.getByLabel('Email').fill('ada@mail.example');
    await page.getByLabel('Password').fill('spruce-and-slate');
    await context.setOffline(true);
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Sign in failed')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@mail.example');
    await expect(page.getByLabel('Password')).toHaveValue('spruce-and-slate');
  });
});

test.describe('a tab older than the build', () => {
  test('reloads at its next navigation only', async ({ page }) => {
    await page.goto('/contact', { waitUntil: 'networkidle' });
    await markDocument(page);
    const serve = (build: string) =>
      page.route('**/build.txt', (route) => route.fulfill({ body: build }));

    await serve('another');
    await page.getByLabel(/^Message/).fill('typed before');
    expect(await isMarked(page)).toBe(true);
    await page.locator('footer').getByRole('link', { name: 'About', exact: true }).click();
    await page.waitForURL(/\/about$/);
    await expectNewDocument(page);

    await page.unroute('**/build.txt');
    await page.waitForLoadState('networkidle');
    await markDocument(page);
    await page.locator('footer').getByRole('link', { name: 'Blog', exact: true }).click();
    await page.waitForURL(/\/blog$/);
    expect(await isMarked(page)).toBe(true);
  });

  test('carries its toasts over', async ({ page }) => {
    await page.goto('/about', { waitUntil: 'networkidle' });
    await page.route('**/build.txt', (route) => route.fulfill({ body: 'another' }));
    // Redirects by itself, since an empty cart cannot be paid for.
    await page.goto('/checkout');
    await page.waitForURL(/\/products$/);
    await expect(toast(page, 'Cart is empty')).toBeVisible();
  });

  test('falls back to a full load when a script no longer exists', async ({ page }) => {
    await page.goto('/contact', { waitUntil: 'networkidle' });
    await markDocument(page);
    await page.route('**/assets/about-*.js', (route) => route.fulfill({ status: 404 }));
    await page.locator('footer').getByRole('link', { name: 'About', exact: true }).click();
    await page.waitForURL(/\/about$/);
    await expectNewDocument(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test.describe('at checkout', () => {
    test('Pay reloads once and keeps cart and method, then pays', async ({ page }) => {
      await page.goto(product, { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: /^Add to Cart/ }).click();
      await expect(page.getByTestId('cart-count')).toHaveText('1');
      await page.goto('/checkout', { waitUntil: 'networkidle' });
      await page.getByRole('radio', { name: /PayPal/ }).check();
      await markDocument(page);
      await page.route('**/build.txt', (route) => route.fulfill({ body: 'another' }));
      await page.route('**/assets/start-payment-*.js', (route) => route.fulfill({ status: 404 }));
      await page.getByRole('button', { name: /^Pay / }).click();
      await expect(toast(page, 'The shop was updated')).toBeVisible();
      await expectNewDocument(page);
      await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked();

      // If the server keeps naming the earlier build, the page shows a message instead of reloading
      // forever.
      await page.getByRole('button', { name: /^Pay / }).click();
      await expect(
        page.getByRole('alert').getByText(/^The shop was updated\. Please reload/),
      ).toBeVisible();
      await page.unroute('**/build.txt');
      await page.unroute('**/assets/start-payment-*.js');
      await page.reload();
      await page.getByRole('button', { name: /^Pay / }).click();
      await page.waitForURL((url) => url.pathname !== '/checkout');
    });
  });

  test('signing in reloads, and keeps what was typed but the password', async ({ page }) => {
    const scripts = '**/assets/*.js';
    let build: string | null = 'another';
    await page.route('**/build.txt', (route) =>
      build === null ? route.abort() : route.fulfill({ body: build }),
    );
    await page.goto('/auth', { waitUntil: 'networkidle' });
    await page.route(scripts, (route) => route.fulfill({ status: 404 }));

    // Before anything is typed, there is nothing to lose.
    await markDocument(page);
    await page.getByLabel('Email').focus();
    await expectNewDocument(page);

    await page.unroute(scripts);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload({ waitUntil: 'networkidle' });
    await page.route(scripts, (route) => route.fulfill({ status: 404 }));
    // Noticed only when the form is sent.
    build = null;
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Full name').fill('Ada');
    await page.getByLabel('Email').fill('ada@mail.example');
    await page.getByLabel('Password').fill('spruce-and-slate');
    build = 'another';
    await markDocument(page);
    await page.locator('form').getByRole('button', { name: 'Sign Up' }).click();
    await expectNewDocument(page);
    await page.unroute(scripts);
    await page.reload();
    await expect(page.getByLabel('Full name')).toHaveValue('Ada');
    await expect(page.getByLabel('Email')).toHaveValue('ada@mail.example');
    await expect(page.getByLabel('Password')).toHaveValue('');
  });

  test('says at the place of a missing part that the shop was updated', async ({ page }) => {
    await page.goto('/about', { waitUntil: 'networkidle' });
    await page.route('**/build.txt', (route) => route.fulfill({ body: 'another' }));
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: /^Cart/ }).click();
    const failure = page.getByRole('dialog', { name: 'Not loaded' });
    await expect(failure.getByText('The shop was updated. Please reload the page')).toBeVisible();
    await page.unroute('**/assets/*.js');
    await failure.getByRole('button', { name: 'Reload the page' }).click();
    await expect(failure).toBeHidden();
  });
});
