import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from 'playwright/test';
import { demoDirectory, demoOwner } from '#tests/fixtures/migrated.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';

/** The shop's secret key, so that tests can set up people and orders that are not their subject. */
export const secretKey = 'sb_secret_for_tests_only';

interface WorkerFixtures {
  /** One real shop on PGlite with its sandbox, shared by a worker's tests. */
  shop: ShopProcess;
}

interface TestFixtures {
  /** Pattern of console errors and failed requests that the test causes on purpose. */
  expectedErrors: RegExp | null;
}

/** The owner of the shop under test. */
export const adminAccount = demoOwner;

/** Every test runs against the real shop, and fails if there is an unexpected error in the console. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from it
    async ({}, use) => {
      const directory = await demoDirectory();
      const shop = await startShopProcess({
        dataDir: directory.path,
        env: {
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'warn',
          SUPABASE_SECRET_KEY: secretKey,
          ADMIN_EMAIL: adminAccount.email,
          ADMIN_PASSWORD: adminAccount.password,
        },
      });
      await use(shop);
      await shop.stop();
      await directory.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
  expectedErrors: [null, { option: true }],
  context: async ({ context }, use) => {
    context.on('page', waitForScripts);
    await use(context);
  },
  page: async ({ page, expectedErrors, shop }, use) => {
    const unexpected: string[] = [];
    const report = (text: string) => {
      if (!expectedErrors?.test(text)) unexpected.push(text);
    };
    page.on('console', (message) => {
      const ours = page.url().startsWith(shop.origin);
      if (ours && (message.type() === 'error' || message.type() === 'warning')) {
        report(`${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => report(String(error.stack)));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        // biome-ignore lint/suspicious/noConsole: heard above, and fails the test
        console.error(`The policy forbade ${violatedDirective} of ${blockedURI}`),
      );
    });
    await use(page);
    expect(unexpected, 'errors in the console').toEqual([]);
  },
});

export { expect };

/**
 * Makes opening a page wait until its scripts listen: they load after the visible content, and
 * earlier presses are lost. `domcontentloaded` skips this.
 */
export function waitForScripts(page: Page): void {
  const { goto, reload } = page;
  const settle = async (waitUntil?: string) => {
    if (waitUntil === 'domcontentloaded') return;
    const rendered = await page.evaluate(() => '__reactRouterContext' in window);
    if (!rendered) return;
    await page.waitForFunction(() =>
      Object.keys(document.body).some((name) => name.startsWith('__reactFiber')),
    );
  };
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    await settle(options?.waitUntil);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    await settle(options?.waitUntil);
    return response;
  };
}

/** The notice with this title. */
export function toast(page: Page, title: string | RegExp) {
  return page.getByRole('region', { name: 'Notifications' }).getByText(title, { exact: true });
}

/** axe finds no violations on the page. Waits for animations, since half-faded text lacks contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  // What appears during the check, such as a notice, must not be half faded in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-leaving]')
    // Takes a third of the time: no separate page for the report, and no list of passed rules.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  const summary = violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(', ')}`,
  );
  expect(summary).toEqual([]);
}

/** The page only scrolls vertically. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 160));
  });
  expect(wide, 'elements that are wider than the page').toEqual([]);
}
