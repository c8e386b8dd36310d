import { breakCalls, deleteFrom } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

test('Settings: a fact of the shop is changed without touching code', async ({
  admin,
  context,
}) => {
  await admin.goto('/admin/settings');
  await expect(admin.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expectAccessible(admin);
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(admin);
  }
  const phone = admin.getByLabel('Phone');
  const before = await phone.inputValue();
  await admin.getByLabel('Countries shipped to').fill('America');
  await phone.fill('+1 (555) 010-0199');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText(/For United States write US/)).toBeVisible();
  await admin.getByLabel('Countries shipped to').fill('us, ca');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(toast(admin, 'Settings saved')).toBeVisible();
  const page = await context.newPage();
  await page.goto('/contact');
  await expect(page.getByText('+1 (555) 010-0199').first()).toBeVisible();

  await phone.fill(before);
  await admin.getByLabel('Countries shipped to').fill('US, CA, GB, AU, IN');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(toast(admin, 'Settings saved').first()).toBeVisible();
});

test('Settings: countries take effect at once, and invalid ones are rejected', async ({
  admin,
  shop,
}) => {
  const offered = async () => {
    const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
    const headers = { apikey: publishableKey, 'content-type': 'application/json' };
    const products = await fetch(`${shop.origin}/rest/v1/products?sold_out=is.false&limit=1`, {
      headers,
    });
    const [{ id, name, weight_type: weight, price }] = await products.json();
    const answer = await fetch(`${shop.origin}/functions/v1/create-checkout`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ items: [{ id, name, weight, price, quantity: 1 }] }),
    });
    const { url } = await answer.json();
    const page = await (await fetch(url)).text();
    return [...page.matchAll(/<option value="([A-Z]{2})"/g)].map(([, code]) => code);
  };
  await admin.goto('/admin/settings');
  const countries = admin.getByLabel('Countries shipped to');
  const before = await countries.inputValue();
  await countries.fill('de, UK');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('For United Kingdom write GB.')).toBeVisible();
  await countries.fill('de, GB');
  await expect(admin.getByText(/Germany, United Kingdom/)).toBeVisible();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(toast(admin, 'Settings saved')).toBeVisible();
  await expect.poll(offered).toEqual(['DE', 'GB']);
  await countries.fill(before);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect.poll(offered).toEqual(before.split(', '));
});

test('Settings: a new name and a first tax are known at once in the open tab', async ({
  admin,
}) => {
  const name = admin.getByLabel('Name of the shop');
  const shopLink = admin.getByRole('link', { name: /, to the shop$/ });
  const rename = async (to: string) => {
    await name.fill(to);
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(shopLink).toHaveText(`${to}, to the shop`);
    await expect(toast(admin, 'Settings saved')).toBeVisible();
    await expect(admin).toHaveTitle(`Settings | ${to} Admin`);
  };
  await admin.goto('/admin/settings');
  const before = await name.inputValue();
  await rename('Other Roots');
  await expect(admin.getByLabel('Manufacturer', { exact: true })).toHaveValue(/^Other Roots /);

  const openTaxes = () => admin.getByRole('link', { name: 'Taxes', exact: true }).click();
  await openTaxes();
  await admin.getByRole('link', { name: 'Add tax rate' }).click();
  await admin.getByLabel('Region').fill('us-ny');
  await admin.getByLabel('Percent').fill('8.875');
  await admin.getByRole('button', { name: 'Create tax rate' }).click();
  await expect(toast(admin, 'Tax rate created')).toBeVisible();
  await admin.getByRole('link', { name: 'Orders', exact: true }).click();
  await admin.getByRole('link', { name: 'New order' }).click();
  await expect(admin.getByLabel('Country')).toBeVisible();
  await openTaxes();
  await deleteFrom(admin, 'Delete United States, NY');
  await expect(toast(admin, 'Tax rate deleted')).toBeVisible();
  await shopLink.click();
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await admin.goto('/admin/settings');
  await rename(before);
});

test.describe('away', () => {
  test.use({ expectedErrors: /status of 500/ });

  test('Settings: Failed to save settings', async ({ admin }) => {
    await admin.goto('/admin/settings');
    await admin.getByLabel('Phone').fill('+1 (555) 010-0200');
    await breakCalls(admin, '**/rest/v1/site_settings*');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(toast(admin, 'Failed to save settings')).toBeVisible();
    await expect(admin.getByLabel('Phone')).toHaveValue('+1 (555) 010-0200');
  });
});
