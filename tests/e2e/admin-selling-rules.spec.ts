import type { Page } from 'playwright/test';
import { deleteFrom } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

async function expectTidy(admin: Page): Promise<void> {
  await expectAccessible(admin);
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(admin);
  }
}

test('the owner sets delivery, tax and a code, and takes them back', async ({ admin, shop }) => {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const products = await fetch(`${shop.origin}/rest/v1/products?select=id,weight_type&limit=1`, {
    headers: { apikey: publishableKey },
  });
  const [product] = (await products.json()) as { id: string; weight_type: string }[];
  const quote = async (more: object) => {
    const answer = await fetch(`${shop.origin}/functions/v1/quote`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        items: [{ id: product?.id, weight: product?.weight_type, quantity: 1 }],
        ...more,
      }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };

  await admin.goto('/admin/delivery');
  await expect(admin.getByText('No zones yet')).toBeVisible();
  await admin.getByRole('link', { name: 'Add zone' }).click();
  await admin.getByLabel('Name').fill('Home');
  await admin.getByLabel('Countries').fill('USA');
  await admin.getByRole('button', { name: 'Create zone' }).click();
  await expect(
    admin.getByText('“USA” is not a country code. For United States write US.'),
  ).toBeVisible();
  await expectAccessible(admin);
  await admin.getByLabel('Countries').fill('US');
  await admin.getByRole('button', { name: 'Create zone' }).click();
  await expect(toast(admin, 'Zone created. Add a rate to it next.')).toBeVisible();
  await admin.goto('/admin/delivery');
  await expect(admin.getByText('Nobody can order to this zone')).toBeVisible();
  await admin.getByRole('link', { name: 'Add rate to Home' }).click();
  await admin.getByLabel('Name').fill('Standard');
  await admin.getByLabel('Price in dollars').fill('4.90');
  await admin.getByLabel('Days until it arrives, at least').fill('3');
  await admin.getByLabel('At most', { exact: true }).fill('2');
  await admin.getByRole('button', { name: 'Create rate' }).click();
  await expect(admin.getByText('This is before the first day.')).toBeVisible();
  await admin.getByLabel('At most', { exact: true }).fill('5');
  await admin.getByRole('button', { name: 'Create rate' }).click();
  await expect(toast(admin, 'Rate created')).toBeVisible();
  await admin.goto('/admin/delivery');
  await expect(admin.getByText('$4.90, 3 to 5 days')).toBeVisible();
  await expectTidy(admin);

  await admin.goto('/admin/taxes');
  await admin.getByRole('link', { name: 'Add tax rate' }).click();
  await admin.getByLabel('Region').fill('us-ny');
  await admin.getByLabel('Percent').fill('8.875');
  await expect(
    admin.getByText('A product at $50.00 with $5.00 delivery and $4.44 tax costs $59.44.'),
  ).toBeVisible();
  await admin.getByRole('button', { name: 'Create tax rate' }).click();
  await expect(toast(admin, 'Tax rate created')).toBeVisible();
  await admin.goto('/admin/taxes');
  await expect(admin.getByText('8.875%, added to prices')).toBeVisible();
  await expectTidy(admin);

  await admin.goto('/admin/discounts');
  await admin.getByRole('link', { name: 'Add discount' }).click();
  await admin.getByRole('button', { name: 'Generate a code' }).click();
  await expect(admin.getByLabel('Code')).toHaveValue(/^[A-Z2-9]{10}$/);
  await admin.getByLabel('Code').fill('welcome10');
  await admin.getByLabel('Percent').fill('10');
  await admin.getByLabel('First day').fill('2026-01-01');
  await admin.getByLabel('Last day').fill('2025-01-01');
  await admin.getByRole('button', { name: 'Create discount' }).click();
  await expect(admin.getByText('The last day is before the first.')).toBeVisible();
  await admin.getByLabel('Last day').fill('2099-12-31');
  await admin.getByRole('button', { name: 'Create discount' }).click();
  await expect(toast(admin, 'Discount created')).toBeVisible();
  await expect(admin.getByLabel('Last day')).toHaveValue('2099-12-31');
  await admin.goto('/admin/discounts');
  await expect(admin.getByText('10% off, from Jan 1, 2026, until Dec 31, 2099')).toBeVisible();
  await expect(admin.getByText('Used 0 times')).toBeVisible();
  await expectTidy(admin);

  const destination = { country: 'US', region: 'NY', postalCode: '10001' };
  const priced = await quote({ destination, discountCode: 'WELCOME10' });
  expect(priced).toMatchObject({ delivery: 490, taxIncluded: 0, problems: [] });
  expect(priced.discount).toBeGreaterThan(0);
  expect(priced.tax).toBeGreaterThan(0);

  // Leaving the page earlier would cancel the call, and every order in this shop would need a
  // destination.
  await deleteFrom(admin, 'Delete WELCOME10');
  await expect(toast(admin, 'Discount deleted')).toBeVisible();
  await admin.goto('/admin/taxes');
  await deleteFrom(admin, 'Delete United States, NY');
  await expect(toast(admin, 'Tax rate deleted')).toBeVisible();
  await admin.goto('/admin/delivery');
  await deleteFrom(admin, 'Delete Home');
  await expect(admin.getByText('No zones yet')).toBeVisible();
  const free = { delivery: 0, tax: 0, discount: 0, rates: [], needsDestination: false };
  expect(await quote({})).toMatchObject(free);
  expect(await quote({ destination })).toMatchObject(free);
});
