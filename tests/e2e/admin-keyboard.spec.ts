import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { readMails } from '#tests/fixtures/mailbox.ts';
import { expect, test } from './admin-test.ts';
import {
  choose,
  chooseFile,
  expectFit,
  expectUncovered,
  press,
  reach,
  type,
} from './by-keyboard.ts';
import { openTables } from './open-tables.ts';
import { buyByCard } from './paid-orders.ts';
import { toast } from './shop-test.ts';

// An owner's daily work on a 360 px phone, without touching the screen.
test.use({ viewport: { width: 360, height: 740 } });

const unique = `${process.pid}`;
const question = (page: Page) => page.getByRole('alertdialog');
const button = (page: Page, name: string | RegExp, exact = true) =>
  page.getByRole('button', { name, exact });

/** Saves with its shortcut. The page then reopens, because what it loaded is out of date. */
async function saveAnew(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-saving', ''));
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.locator('html[data-saving]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function takePicture(color: string) {
  const buffer = await sharp({
    create: { width: 640, height: 480, channels: 3, background: color },
  })
    .jpeg()
    .toBuffer();
  return { name: `jar-${color.slice(1)}-${unique}.jpg`, mimeType: 'image/jpeg', buffer };
}

test('packs and ships three orders with pasted tracking numbers', async ({
  admin,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const customer = `Packed ${unique}`;
  const rows = [1, 2, 3].map((index) => ({
    id: crypto.randomUUID(),
    name: `${customer} ${index}`,
    email: `keys-${unique}-${index}@mail.example`,
    address: `${index} Ridge Road\nDenver, CO 80202\nUS`,
    order_items: [{ id: 'a', name: 'Pure Resin', weight: '30g', price: 10, quantity: index }],
    total_amount: 10 * index,
    payment_status: 'paid',
    created_at: `2021-01-0${index}T12:00:00Z`,
    paid_at: `2021-01-0${index}T12:00:00Z`,
  }));
  const { error } = await openTables(shop).from('orders').insert(rows);
  expect(error).toBeNull();

  await admin.goto('/admin/orders');
  await type(admin.getByRole('searchbox'), customer);
  // On a slow machine, the first letters are searched for before the rest is typed.
  await expect(admin).toHaveURL(({ searchParams }) => searchParams.get('q') === customer);
  await expect(admin.locator('tr[data-row]')).toHaveCount(3);
  await expectFit(admin);
  await press(admin.getByRole('checkbox', { name: 'Select all' }), 'Space');
  await expect(admin.getByText('3 selected')).toBeVisible();
  await press(admin.getByRole('link', { name: 'Pack', exact: true }));

  const numbers = rows.map(({ id }) =>
    admin.getByLabel(`Tracking number of order ${id.slice(0, 8)}`),
  );
  await expect(admin.locator('[data-tracking]')).toHaveCount(3);
  await expectUncovered(admin);
  await expectFit(admin);
  await type(admin.getByLabel('Carrier'), 'UPS');
  const column = rows.map((_row, index) => `1Z KEYS ${unique}${index}`).join('\r\n');
  await admin.evaluate((text) => navigator.clipboard.writeText(text), column);
  await (await reach(admin.locator('[data-tracking]').first())).press('ControlOrMeta+V');
  for (const number of numbers) await expect(number).not.toHaveValue('');
  await press(button(admin, 'Ship 3 orders'));
  await expect(question(admin)).toBeVisible();
  await expectFit(admin);
  await press(question(admin).getByRole('button', { name: 'Ship 3 orders' }));
  await expect(admin.getByRole('region', { name: 'Report' })).toContainText(
    '3 orders were shipped.',
  );
  await expectUncovered(admin);
  await expectFit(admin);
});

test('corrects an order and refunds a part of it', async ({ admin, shop }) => {
  const order = await buyByCard(shop);
  await admin.goto(`/admin/orders?q=${order.email}`);
  await press(button(admin, `View order ${order.number}`));
  const dialog = admin.getByRole('dialog', { name: `Order #${order.number}` });
  await press(dialog.getByRole('button', { name: 'Correct these details' }));
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectFit(admin);
  await type(dialog.getByLabel('Name'), 'Rowan Corrected');
  await admin.keyboard.press('Enter');
  await expect(toast(admin, 'Details saved')).toBeVisible();
  await expectUncovered(admin);
  await type(dialog.getByLabel('Amount, up to $39.90'), '9.90');
  await admin.keyboard.press('Enter');
  await expect(question(admin)).toContainText('Refund $9.90?');
  await expectFit(admin);
  await press(question(admin).getByRole('button', { name: 'Refund' }));
  await expect(dialog.getByText('Partially refunded', { exact: true })).toBeVisible();
  await expectUncovered(admin);
  await expect(dialog.getByText('Rowan Corrected').first()).toBeVisible();
  await type(dialog.getByLabel('New note'), `Called back ${unique}`);
  await press(dialog.getByRole('button', { name: 'Add note' }));
  await expect(dialog.getByRole('listitem').filter({ hasText: `Called back` })).toBeVisible();
  await expectUncovered(admin);
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(admin, `View order ${order.number}`)).toBeFocused();
});

test('makes an order that is paid by a link', async ({ admin }) => {
  await admin.goto('/admin/orders');
  await press(admin.getByRole('link', { name: 'New order' }));
  await type(admin.getByRole('searchbox', { name: 'Find a product' }), 'Pure Himalayan');
  await press(button(admin, /^Pure Himalayan Shilajit Resin/));
  await expect(admin.getByLabel(/^Quantity of Pure/)).toBeFocused();
  await admin.keyboard.type('2');
  await expectFit(admin);
  await type(admin.getByRole('textbox', { name: 'Name' }), 'Tele Phone');
  await type(admin.getByRole('textbox', { name: 'Email' }), `phone-${unique}@mail.example`);
  await press(admin.getByRole('checkbox', { name: 'Email the link' }), 'Space');
  await press(button(admin, 'Make the link'));
  await expect(admin.getByRole('heading', { name: 'The payment link is ready' })).toBeFocused();
  await expectFit(admin);
});

test('exports and erases a customer', async ({ admin, shop }) => {
  const email = `erased-${unique}@mail.example`;
  const { error } = await openTables(shop).from('orders').insert({
    name: 'Rowan Vale',
    email,
    address: '1 Main St',
    order_items: [],
    total_amount: 30,
    payment_status: 'paid',
    status: 'delivered',
    paid_at: '2020-05-01T12:00:00Z',
  });
  expect(error).toBeNull();
  // Customers are summed up shortly after they pay.
  await expect(async () => {
    await admin.goto(`/admin/customers?q=${email}`);
    await expect(admin.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    expect(await admin.locator('tr[data-row]').count()).toBe(1);
  }).toPass({ timeout: 200_000 });
  await press(admin.getByRole('link', { name: email }));
  await expect(admin.getByRole('heading', { level: 1, name: 'Rowan Vale' })).toBeVisible();
  await expectUncovered(admin);
  await expectFit(admin);
  const downloading = admin.waitForEvent('download');
  await press(button(admin, 'Export data'));
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain(email);
  await press(button(admin, 'Erase…'));
  await expectFit(admin);
  await press(question(admin).getByRole('button', { name: 'Erase customer' }));
  await expect(toast(admin, 'Customer erased')).toBeVisible();
  await expect(admin).toHaveURL(/\/admin\/customers$/);
  await expectUncovered(admin);
});

test('previews a text, publishes it and brings the former back', async ({ admin }) => {
  await admin.goto('/admin/texts/home');
  const title = admin.getByLabel('Hero: heading');
  const former = 'Himalayan shilajit, *proven* jar by jar';
  await expect(title).toHaveValue(former);
  await type(title, `Looked at ${unique}`);
  await press(button(admin, 'Preview'));
  const frame = admin.frameLocator('iframe[title="Preview"]');
  await expect(frame.getByText(`Looked at ${unique}`).first()).toBeVisible();
  // Escape inside the previewed page, too, closes only the preview.
  await frame.locator('body').press('Escape');
  await expect(admin.getByRole('dialog')).toBeHidden();
  await expect(button(admin, 'Preview')).toBeFocused();
  await expect(title).toHaveValue(`Looked at ${unique}`);
  await expectFit(admin);
  await press(button(admin, 'Publish'));
  await expect(toast(admin, 'Texts published')).toBeVisible();
  await press(button(admin, 'Bring back the default text'));
  await expect(title).toHaveValue(former);
  await press(button(admin, 'Publish'));
  await expect(admin.getByText(/^(Unsaved changes|Saving\.\.\.)$/)).toHaveCount(0);
  await expectUncovered(admin);
});

test('words an email, looks at it and sends it to its writer', async ({ admin, shop }) => {
  await admin.goto('/admin/texts/mail_order_shipped');
  await type(admin.getByLabel('Subject'), `On its way ${unique}`);
  await expectFit(admin);
  await press(button(admin, 'Preview'));
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText(`On its way ${unique}`);
  const frame = admin.frameLocator('iframe[title="Preview"]');
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await press(button(admin, 'Send me a test'));
  await expect(toast(admin, 'Test email sent')).toBeVisible();
  await expectUncovered(admin);
  const mails = await readMails(shop.sandbox);
  expect(mails.map(({ subject }) => subject)).toContain(`On its way ${unique}`);
  await press(button(admin, 'Bring back the default text'));
  await expect(admin.getByLabel('Subject')).not.toHaveValue(`On its way ${unique}`);
});

test('looks at figures by country, saves the filter and downloads them', async ({
  admin,
  shop,
}) => {
  await buyByCard(shop);
  await admin.goto('/admin/figures?by=country');
  await expect(admin.getByRole('table')).toBeVisible();
  await expectFit(admin);
  const downloading = admin.waitForEvent('download');
  await press(button(admin, 'Export CSV'));
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('United States');
  await press(button(admin, 'Saved filters'));
  await type(admin.getByLabel('Save current filters as'), `Lands ${unique}`);
  await admin.keyboard.press('Enter');
  const saved = admin.getByRole('link', { name: `Lands ${unique}` });
  await expect(saved).toBeVisible();
  await expectFit(admin);
  await admin.keyboard.press('Escape');
  await expect(button(admin, 'Saved filters')).toBeFocused();
  await admin.goto('/admin/figures');
  await press(button(admin, 'Saved filters'));
  await press(saved);
  await expect(admin).toHaveURL(/by=country/);
  await press(button(admin, 'Saved filters'));
  await press(button(admin, `Delete Lands ${unique}`));
  await expect(saved).toBeHidden();
  await expectUncovered(admin);
});

test('goes through the settings', async ({ admin }) => {
  await admin.goto('/admin/settings');
  for (const name of ['Look', 'Administrators', 'Shop']) {
    const tab = admin.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name });
    await press(tab);
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expectUncovered(admin);
    await expectFit(admin);
  }
});

test('changes a color, the logo and the name', async ({ admin }) => {
  await admin.goto('/admin/settings/look');
  const dark = admin.getByLabel('Dark areas', { exact: true });
  await expect(dark).not.toHaveValue('');
  const former = await dark.inputValue();
  await type(dark, '#14305c');
  await chooseFile(admin.getByLabel('Add: Logo'), await takePicture('#20392f'));
  await expect(admin.getByRole('img', { name: 'Logo' })).toBeVisible();
  await expectFit(admin);
  await saveAnew(admin);
  await expect(toast(admin, 'Look saved')).toBeVisible();
  await expect(dark).toHaveValue('#14305c');
  await expect(admin.getByRole('img', { name: 'Logo' })).toBeVisible();
  await type(dark, former);
  await press(button(admin, 'Remove'));
  await expect(admin.getByRole('img', { name: 'Logo' })).toBeHidden();
  await expectUncovered(admin);
  await saveAnew(admin);

  await press(admin.getByRole('link', { name: 'Shop', exact: true }));
  const name = admin.getByLabel('Name of the shop');
  await expect(name).not.toHaveValue('');
  const brand = await name.inputValue();
  await expectFit(admin);
  for (const next of [`${brand} Keys`, brand]) {
    await type(name, next);
    await saveAnew(admin);
    await expect(name).toHaveValue(next);
    await expect(admin.getByRole('link', { name: `${next} Admin`, exact: true })).toBeVisible();
  }
});

test('uploads, describes, crops, replaces and deletes a picture', async ({ admin, shop }) => {
  const [first, second] = [await takePicture('#d9cfbd'), await takePicture('#7a3b1e')];
  await admin.goto('/admin/pictures');
  await chooseFile(admin.getByLabel('Add pictures'), first);
  await press(admin.getByRole('link', { name: first.name, exact: true }));
  await type(admin.getByLabel('Alternative text'), `A jar ${unique}`);
  await expectFit(admin);
  await admin.keyboard.press('ControlOrMeta+S');
  await expect(toast(admin, 'Picture saved')).toBeVisible();
  const library = admin.url();

  // It must be in use, so that another file can replace it.
  const stored = await admin.getByRole('img', { name: `A jar ${unique}` }).getAttribute('src');
  const { error } = await openTables(shop)
    .from('partners')
    .insert({ name: `Keys ${unique}`, logo_url: `${stored}` });
  expect(error).toBeNull();
  await admin.reload();
  await press(button(admin, 'Replace everywhere…'));
  const choosing = admin.getByRole('dialog', { name: 'Replace with' });
  await chooseFile(choosing.getByLabel('Upload another picture'), second);
  await expect(question(admin)).toBeVisible();
  await expectFit(admin);
  await press(question(admin).getByRole('button', { name: 'Replace in 1 place' }));
  await expect(toast(admin, 'Replaced in 1 place')).toBeVisible();
  await expect(button(admin, 'Replace everywhere…')).toBeHidden();
  await expectUncovered(admin);

  await press(button(admin, 'Crop…'));
  const cropping = admin.getByRole('dialog');
  await expect(cropping.getByRole('img').first()).toBeVisible();
  await reach(cropping.getByLabel('Shape'));
  await expectFit(admin);
  await press(cropping.getByRole('button', { name: 'Crop', exact: true }));
  await expect(admin).not.toHaveURL(library);
  await expect(admin.getByLabel('Alternative text')).toHaveValue(`A jar ${unique}`);
  await expectUncovered(admin);
  await press(button(admin, 'Delete…'));
  await expectFit(admin);
  await press(question(admin).getByRole('button', { name: 'Delete' }));
  await expect(toast(admin, 'Picture deleted')).toBeVisible();
  await expect(admin).toHaveURL(/\/admin\/pictures$/);
  await expectUncovered(admin);
});

test('schedules an article that was pasted', async ({ admin, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.goto('/admin/blog');
  await press(admin.getByRole('link', { name: 'Add blog post' }));
  await type(admin.getByRole('textbox', { name: 'Title', exact: true }), `Keys ${unique}`);
  await admin.evaluate(() =>
    navigator.clipboard.write([
      new ClipboardItem({
        'text/html': new Blob(['<h2>Where from</h2><p>From <b>stone</b>.</p>'], {
          type: 'text/html',
        }),
      }),
    ]),
  );
  const text = admin.getByRole('textbox', { name: 'Content' });
  await (await reach(text)).press('ControlOrMeta+V');
  await expect(text.getByRole('heading', { name: 'Where from' })).toBeVisible();
  await expectFit(admin);
  await press(admin.getByRole('checkbox', { name: 'Published' }), 'Space');
  await reach(admin.getByLabel('Publish at'));
  await admin.keyboard.type('01012099');
  await admin.keyboard.press('Tab');
  await admin.keyboard.type('0900AM');
  await expect(admin.getByLabel('Publish at')).toHaveValue('2099-01-01T09:00');
  await press(button(admin, 'Create post'));
  await expect(toast(admin, 'Blog post created successfully')).toBeVisible();
  await expectUncovered(admin);
  await expectFit(admin);
});

test('filters, sorts and saves a list as CSV', async ({ admin, shop }) => {
  const name = `Listed ${unique}`;
  const { error } = await openTables(shop)
    .from('orders')
    .insert(
      ['2019-03-01', '2019-03-02', '2019-04-01'].map((day, index) => ({
        name: `${name} ${index}`,
        email: `listed-${unique}-${index}@mail.example`,
        address: 'x',
        order_items: [],
        total_amount: 30 - 10 * index,
        payment_status: 'paid',
        created_at: `${day}T12:00:00Z`,
        paid_at: `${day}T12:00:00Z`,
      })),
    );
  expect(error).toBeNull();
  await admin.goto(`/admin/orders?q=Listed ${unique}`);
  const rows = admin.locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  await press(button(admin, /^Date/));
  await reach(admin.getByLabel('From'));
  await admin.keyboard.type('03012019');
  await reach(admin.getByLabel('Until'));
  await admin.keyboard.type('03312019');
  await expect(rows).toHaveCount(2);
  await expectFit(admin);
  await admin.keyboard.press('Escape');
  await expect(button(admin, /^Date/)).toBeFocused();
  const sort = await reach(admin.getByLabel('Sort'));
  await sort.press('T');
  await expect(sort).toHaveValue(/total_amount$/);
  await expect(rows.first()).toContainText('$20.00');
  const downloading = admin.waitForEvent('download');
  await choose(
    button(admin, 'More for orders', false),
    admin.getByRole('menuitem', { name: 'Export CSV' }),
  );
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(3);
  await expectUncovered(admin);
  await expectFit(admin);
});

test('leads on from an address that does not exist', async ({ admin }) => {
  for (const [path, way] of [
    ['figures/nowhere', 'Back to the dashboard'],
    ['settings/nowhere', 'Back to the dashboard'],
    ['delivery/zones/one/two', 'Back to the dashboard'],
    ['partners/no-id', 'Back to partners'],
    ['customers/no-id', 'Back to customers'],
  ]) {
    await admin.goto(`/admin/${path}`);
    const link = admin.getByRole('main').getByText(`${way}`);
    await press(link);
    await expect(link).toBeHidden();
    await expect(admin.getByRole('heading', { level: 1 })).not.toContainText(/not found/i);
    await expectUncovered(admin);
  }
});
