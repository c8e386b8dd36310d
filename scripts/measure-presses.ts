/**
 * `npm run measure:presses`: measures the time from a press to the next paint on a CPU slowed down
 * four times: the longest event timing, median of three rounds (`--rounds N`). Storefront on a 412
 * px phone, admin area at 1280 px. Reported but never asserted, because results also depend on the
 * machine.
 */
import { parseArgs } from 'node:util';
import { type BrowserContextOptions, chromium, type Page } from 'playwright/test';
import { adminAccount, sessionOf } from '#tests/e2e/admin-test.ts';
import { waitForScripts } from '#tests/e2e/shop-test.ts';
import { chromium as browserOptions } from '#tests/fixtures/chromium.ts';
import { demoDirectory } from '#tests/fixtures/migrated.ts';
import { startShopProcess } from '#tests/fixtures/shop-process.ts';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const slower = 4;
const phone = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1280, height: 800 } };
const product = '/product/gold-grade-shilajit-resin';

/** For each press, the longest event timing of every round. */
const measured = new Map<string, number[]>();
/** Timings of the events since the last press. */
let timings: number[] = [];

const directory = await demoDirectory();
const shop = await startShopProcess({
  dataDir: directory.path,
  env: {
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    ADMIN_EMAIL: adminAccount.email,
    ADMIN_PASSWORD: adminAccount.password,
  },
});
const browser = await chromium.launch({
  executablePath: browserOptions.executablePath,
  // Unlike in the tests, the browser optimizes scripts, as it does for visitors.
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    await visit(phone, buy);
    await visit(desk, administer);
  }
} finally {
  await browser.close();
  await shop.stop();
  await directory.remove();
}
console.log('| press | ms |\n|---|---:|');
for (const [name, each] of measured) {
  const median = each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)];
  console.log(`| ${name} | ${median} (${each.join(', ')}) |`);
}

async function visit(
  options: BrowserContextOptions,
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...options, baseURL: shop.origin });
  const page = await context.newPage();
  waitForScripts(page);
  await page.exposeFunction('reportTiming', (duration: number) => timings.push(duration));
  await page.addInitScript(() => {
    const { reportTiming } = window as unknown as { reportTiming: (duration: number) => void };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId) reportTiming(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await steps(page);
  await context.close();
}

/**
 * Waits before and after each press for background work to finish, so that each is measured by
 * itself. The waits are fixed because there is no signal: browsers report a press's timing some
 * time after its paint, and none for a short one.
 */
async function time(page: Page, name: string, press: () => Promise<void>): Promise<void> {
  await page.waitForTimeout(1000);
  timings = [];
  await press();
  await page.waitForTimeout(1500);
  // Timings shorter than the browser reports count as one frame.
  measured.set(name, [...(measured.get(name) ?? []), Math.max(16, ...timings)]);
}

async function buy(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  const more = /^Increase quantity/;
  await page.goto(product, { waitUntil: 'networkidle' });
  const main = page.locator('main');
  await time(page, 'Stepper on the product page', () =>
    main.getByRole('button', { name: more }).first().tap(),
  );
  await time(page, 'Add to Cart', () =>
    main
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .tap(),
  );
  await page.goto('/products', { waitUntil: 'networkidle' });
  await time(page, 'Cart, opening the drawer', () =>
    page
      .getByRole('button', { name: /^Cart, / })
      .first()
      .tap(),
  );
  await time(page, 'Stepper in the drawer', () =>
    drawer.getByRole('button', { name: more }).first().tap(),
  );
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await time(page, 'Stepper in the cart', () =>
    main.getByRole('button', { name: more }).first().tap(),
  );
  await time(page, 'Remove', () =>
    main
      .getByRole('button', { name: /^Remove/ })
      .first()
      .tap(),
  );
  await main.getByRole('button', { name: 'Undo' }).tap();
  await page.goto('/checkout', { waitUntil: 'networkidle' });
  await time(page, 'Order summary at checkout', () =>
    page.getByRole('button', { name: /^Order summary/ }).tap(),
  );
  await time(page, 'Pay', () => page.getByRole('button', { name: /^Pay / }).tap());
}

async function administer(page: Page): Promise<void> {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const session = await sessionOf(shop.origin, publishableKey, adminAccount);
  await page.addInitScript((text) => localStorage.setItem('sb-127-auth-token', text), session);
  await page.goto('/admin/orders', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  const open = () => page.keyboard.press('Control+k');
  await time(page, 'Ctrl K', open);
  await dialog.getByRole('option').first().waitFor();
  await time(page, 'Escape', () => page.keyboard.press('Escape'));
  await time(page, 'Ctrl K again', open);
  await time(page, 'Typing in the palette, word', () =>
    page.keyboard.type('resin', { delay: 120 }),
  );
  await time(page, 'Typing in the palette, back', async () => {
    for (let letter = 0; letter < 5; letter += 1)
      await page.keyboard.press('Backspace', { delay: 60 });
  });
  await time(page, 'Arrow in the palette', () => page.keyboard.press('ArrowDown'));
  await page.keyboard.press('Escape');
  await time(page, 'Orders, filter', () =>
    page.getByRole('searchbox').first().pressSequentially('maya', { delay: 120 }),
  );
}
