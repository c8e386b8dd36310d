import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { expectSignedUp, fillSignIn, linkIn, newPerson, openService, signUp } from './people.ts';
import { expect, secretKey, test, toast } from './shop-test.ts';

test('on PostgreSQL: sign up, confirm, keep a cart, sign out and in again', async ({ page }) => {
  test.setTimeout(120_000);
  const [directory, postgres] = await Promise.all([temporaryDirectory(), startMigratedPostgres()]);
  const shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      DATABASE_URL: await postgres.newMigratedDatabase(),
      SUPABASE_SECRET_KEY: secretKey,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  const person = newPerson();
  await page.goto(`${shop.origin}/product/pure-himalayan-shilajit-resin`);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  await signUp(page, person, shop.origin);
  await expectSignedUp(page);
  const [mail] = await waitForMails(shop.sandbox, person.email, 1);
  await page.goto(linkIn(mail));
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  // The link leads to the home page, which takes the focus and thereby closes an open menu.
  await expect(page.getByRole('main')).toBeFocused();
  const kept = async () => (await openService(shop).from('cart_items').select('quantity')).data;
  await expect.poll(kept).toEqual([{ quantity: 1 }]);

  await page.getByRole('button', { name: 'Account' }).click();
  // Signing out reloads the home page.
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await reloaded;
  await expect(page.getByTestId('cart-count')).toHaveCount(0);
  await fillSignIn(page, person, shop.origin);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  await page.goto(`${shop.origin}/orders`);
  await expect(page.getByText('No orders yet')).toBeVisible();

  // Without its database the shop says so, with a status that means temporary.
  await postgres.stop();
  const away = await page.request.get(`${shop.origin}/product/liquid-shilajit-drops`);
  expect(away.status()).toBe(503);
  expect(await away.text()).toContain('It could not be loaded.');
  await shop.stop();
  await directory.remove();
});
