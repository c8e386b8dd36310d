import type { Page } from 'playwright/test';
import { expect, test } from './admin-test.ts';
import { buyByCard } from './paid-orders.ts';
import { secretKey, toast } from './shop-test.ts';

// The lost response is logged to the console.
test.use({ expectedErrors: /Failed to load resource|status of 409/ });

const began = new Date().toISOString();

test.afterAll(async ({ shop }) => {
  for (const table of ['products', 'testimonials', 'partners', 'blog_posts', 'validity_codes']) {
    await fetch(`${shop.origin}/rest/v1/${table}?created_at=gte.${encodeURIComponent(began)}`, {
      method: 'DELETE',
      headers: { apikey: secretKey },
    });
  }
});

/** The shop carries out one call, but its response never arrives. */
async function loseOneAnswer(page: Page, address: string | RegExp): Promise<void> {
  let lost = false;
  await page.route(address, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue();
    lost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function count(origin: string, path: string): Promise<number> {
  const answer = await fetch(`${origin}/rest/v1/${path}`, { headers: { apikey: secretKey } });
  return (await answer.json()).length;
}

test('products: creating again after a lost response makes one', async ({ admin, shop }) => {
  await admin.goto('/admin/products/new');
  await admin.getByLabel('Name').first().fill('Once Only Resin');
  await admin.getByLabel('Price').first().fill('10');
  await loseOneAnswer(admin, '**/rest/v1/products*');
  await admin.getByRole('button', { name: 'Create product' }).click();
  await expect(toast(admin, 'Error creating product')).toBeVisible();
  await expect(toast(admin, /^The shop could not be reached\./)).toBeVisible();
  await admin.getByLabel('Price').first().fill('11');
  await admin.getByRole('button', { name: 'Create product' }).click();
  await expect(toast(admin, 'Product created successfully!')).toBeVisible();
  await admin.waitForURL(/\/[0-9a-f-]{36}$/);
  expect(await count(shop.origin, 'products?name=eq.Once Only Resin')).toBe(1);
  expect(await count(shop.origin, 'products?name=eq.Once Only Resin&price=eq.11')).toBe(1);
});

test('blog posts: a lost response while creating makes one, with the same slug', async ({
  admin,
  shop,
}) => {
  await admin.goto('/admin/blog/new');
  await admin.getByLabel('Title').first().fill('Once only post');
  await admin.getByRole('textbox', { name: 'Content' }).fill('Something.');
  await loseOneAnswer(admin, '**/rest/v1/blog_posts*');
  await admin.getByRole('button', { name: 'Create post' }).click();
  await expect(toast(admin, 'Failed to save blog post')).toBeVisible();
  await admin.getByRole('button', { name: 'Create post' }).click();
  await expect(toast(admin, 'Blog post created successfully')).toBeVisible();
  expect(await count(shop.origin, 'blog_posts?slug=like.once-only-post*')).toBe(1);
  expect(await count(shop.origin, 'blog_posts?slug=eq.once-only-post')).toBe(1);
});

test('codes: a lost response adds no duplicate and reports none', async ({ admin, shop }) => {
  await admin.goto('/admin/validity');
  await loseOneAnswer(admin, '**/rest/v1/validity_codes*');
  await admin.getByLabel('New code').fill('ONCE-ONLY');
  await admin.getByRole('button', { name: 'Add code' }).click();
  await expect(toast(admin, 'Failed to add validity code')).toBeVisible();
  await admin.getByRole('button', { name: 'Add code' }).click();
  await expect(toast(admin, 'Validity code added successfully')).toBeVisible();
  await expect(admin.getByLabel('New code')).toHaveValue('');
  await admin.getByLabel('New code').fill('ONCE-ONLY');
  await admin.getByRole('button', { name: 'Add code' }).click();
  await expect(toast(admin, 'This code already exists.')).toBeVisible();

  await admin.unrouteAll();
  await admin.goto('/admin/validity/generate');
  await admin.getByLabel('How many').fill('7');
  await admin.getByLabel('Prefix').fill('ONCE');
  await loseOneAnswer(admin, '**/rest/v1/validity_codes*');
  await admin.getByRole('button', { name: 'Generate' }).click();
  await expect(toast(admin, 'Failed to add validity code').first()).toBeVisible();
  await admin.getByRole('button', { name: 'Generate' }).click();
  await expect(toast(admin, '7 validity codes added')).toBeVisible();
  expect(await count(shop.origin, 'validity_codes?code=like.ONCE0*')).toBeLessThanOrEqual(7);
  expect(await count(shop.origin, 'validity_codes?code=match.^ONCE[0-9]')).toBe(7);
});

test('a refund whose response was lost is retried as the same refund', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  await admin.goto(`/admin/orders?order=${order.id}`);
  const dialog = admin.getByRole('dialog', { name: `Order #${order.number}` });
  const refund = async () => {
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  };
  await dialog.getByLabel(/^Amount, up to/).fill('5.00');
  await loseOneAnswer(admin, '**/functions/v1/refund-order');
  await refund();
  await expect(toast(admin, 'Refund failed')).toBeVisible();
  // Even if the tab was closed in between.
  await admin.goto('/admin/dashboard');
  await admin.goto(`/admin/orders?order=${order.id}`);
  await expect(dialog.getByLabel(/^Amount, up to/)).toHaveValue('5.00');
  await refund();
  await expect(toast(admin, 'Refund sent')).toBeVisible();
  expect(await count(shop.origin, `refunds?order_id=eq.${order.id}`)).toBe(1);
});

test('a refund typed again after a lost response is still the same refund', async ({
  admin,
  shop,
}) => {
  const order = await buyByCard(shop);
  const open = async (page: Page) => {
    await page.goto(`/admin/orders?order=${order.id}`);
    return page.getByRole('dialog', { name: `Order #${order.number}` });
  };
  const dialog = await open(admin);
  const otherTab = await admin.context().newPage();
  const otherDialog = await open(otherTab);
  await expect(otherDialog.getByLabel('Amount, up to $39.90')).toBeVisible();
  const sent = `refunds?order_id=eq.${order.id}`;
  /** Enters an amount and confirms, once the question says what it should. */
  const refund = async (page: Page, amount: string, title: string, text: string) => {
    const sheet = page.getByRole('dialog', { name: `Order #${order.number}` });
    await sheet.getByLabel(/^Amount, up to/).fill('');
    await sheet.getByLabel(/^Amount, up to/).pressSequentially(amount);
    await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(question).toContainText(text);
    await question.getByRole('button', { name: 'Refund' }).click();
  };
  const lose = async () => {
    await admin.unrouteAll();
    await loseOneAnswer(admin, '**/functions/v1/refund-order');
  };
  const same = 'A refund of $5.00 was already sent. This only checks its status';
  const another = 'A refund of $5.00 was already sent. The money goes back';

  await lose();
  await refund(admin, '5', 'Refund $5.00?', 'The money goes back');
  await expect(dialog.getByText('$5.00 refund: succeeded')).toBeVisible();
  await refund(admin, '5.00', 'Refund $5.00?', same);
  await expect(dialog.getByLabel(/^Amount, up to/)).toHaveValue('34.90');
  expect(await count(shop.origin, sent)).toBe(1);
  // A tab that was already open does not show it, and asks.
  await expect(otherDialog.getByText('$5.00 refund: succeeded')).toBeHidden();
  await otherDialog.getByLabel(/^Amount, up to/).fill('5');
  await otherDialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(otherTab.getByRole('alertdialog')).toContainText('Refund another $5.00?');
  await expect(otherTab.getByRole('alertdialog')).toContainText(another);
  await otherTab.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

  await lose();
  await refund(admin, '7', 'Refund another $7.00?', another);
  await expect(dialog.getByText('$7.00 refund: succeeded')).toBeVisible();
  await admin.reload();
  await expect(dialog.getByLabel(/^Amount, up to/)).toHaveValue('7.00');
  await refund(admin, '7', 'Refund $7.00?', 'A refund of $7.00 was already sent.');
  await expect(dialog.getByLabel(/^Amount, up to/)).toHaveValue('27.90');
  expect(await count(shop.origin, sent)).toBe(2);

  await lose();
  await refund(
    admin,
    '1',
    'Refund another $1.00?',
    '2 refunds of $12.00 in all were already sent.',
  );
  await expect(dialog.getByText('$1.00 refund: succeeded')).toBeVisible();
  await refund(admin, '20', 'Refund another $20.00?', '3 refunds of $13.00 in all');
  await expect(dialog.getByLabel(/^Amount, up to/)).toHaveValue('6.90');
  expect(await count(shop.origin, sent)).toBe(4);
});

test('a shipment whose response was lost is recorded once', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  await admin.goto(`/admin/orders?order=${order.id}`);
  const dialog = admin.getByRole('dialog', { name: `Order #${order.number}` });
  await dialog.getByLabel('Carrier').fill('UPS');
  await dialog.getByLabel('Tracking number').fill('1Z ONCE');
  await loseOneAnswer(admin, '**/functions/v1/ship-order');
  await dialog.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(toast(admin, 'Shipping failed')).toBeVisible();
  await dialog.getByRole('button', { name: /Mark shipped|Add shipment/ }).click();
  await expect(toast(admin, 'This shipment was already recorded')).toBeVisible();
  expect(await count(shop.origin, `shipments?order_id=eq.${order.id}`)).toBe(1);
});
