import type { Page } from 'playwright/test';
import { picture } from './admin-steps.ts';
import { adminAccount, expect, sessionOf, test } from './admin-test.ts';
import { buyByCard } from './paid-orders.ts';
import { expectAccessible, secretKey, toast } from './shop-test.ts';

// These tests are about refused calls.
test.use({ expectedErrors: /status of 40[0134]/ });

const noPermission = "Access Denied: You don't have permission to access the admin panel.";
const began = new Date().toISOString();

/** What the tests leave behind would get in the way of others. */
test.afterAll(async ({ shop }) => {
  for (const table of ['products', 'testimonials', 'partners', 'blog_posts']) {
    await fetch(`${shop.origin}/rest/v1/${table}?created_at=gte.${encodeURIComponent(began)}`, {
      method: 'DELETE',
      headers: { apikey: secretKey },
    });
  }
});

/** A session for this test only, stored once: ending it must not end the other tests'. */
async function enter(page: Page, origin: string, publishableKey: string): Promise<string> {
  const session = await sessionOf(origin, publishableKey, adminAccount);
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('signed-in')) return;
    sessionStorage.setItem('signed-in', 'once');
    localStorage.setItem('sb-127-auth-token', stored);
  }, session);
  return session;
}

async function revoke(origin: string, publishableKey: string, session: string): Promise<void> {
  const answer = await fetch(`${origin}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${JSON.parse(session).access_token}`,
    },
  });
  expect(answer.ok).toBe(true);
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(adminAccount.email);
  await page.getByLabel('Password').fill(adminAccount.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const kept = (page: Page) => page.getByText(/^Your session has expired\. .* is still there\.$/);
const back = (page: Page) => page.getByText(/has been restored\. It is not saved yet\./);

interface Form {
  path: string;
  fields: Record<string, string>;
  save: string;
}

const forms: Form[] = [
  {
    path: '/admin/products/new',
    fields: { Name: 'Interrupted Resin', Price: '12.34', Ingredients: 'Resin' },
    save: 'Create product',
  },
  {
    path: '/admin/testimonials/new',
    fields: { Name: 'Interrupted Ines', Content: 'It works for me.' },
    save: 'Create testimonial',
  },
  {
    path: '/admin/partners/new',
    fields: { Name: 'Interrupted Ltd', Description: 'A partner.' },
    save: 'Create partner',
  },
  { path: '/admin/blog/new', fields: { Title: 'Interrupted', Excerpt: 'Short.' }, save: '' },
  { path: '/admin/settings', fields: { Tagline: 'Interrupted tagline' }, save: 'Save' },
  { path: '/admin/validity/generate', fields: { Prefix: 'INT' }, save: 'Generate' },
];

for (const { path, fields, save } of forms) {
  test(`a session revoked in ${path} loses nothing that was typed`, async ({
    page,
    shop,
    publishableKey,
  }) => {
    const session = await enter(page, shop.origin, publishableKey);
    await page.goto(path);
    for (const [label, text] of Object.entries(fields)) {
      await page.getByLabel(label).first().fill(text);
    }
    await revoke(shop.origin, publishableKey, session);
    if (save) {
      await page.getByRole('button', { name: save, exact: true }).click();
    } else {
      await page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
    }
    await page.waitForURL('**/admin/login');
    await expect(kept(page)).toBeVisible();
    await expect(toast(page, noPermission)).toHaveCount(0);
    await expectAccessible(page);
    await signInAgain(page);
    await page.waitForURL(`**${path}`);
    await expect(back(page)).toBeVisible();
    for (const [label, text] of Object.entries(fields)) {
      await expect(page.getByLabel(label).first()).toHaveValue(text);
    }
    // Nothing was lost, so the session and drafts are dropped on purpose.
    await page.evaluate(() => localStorage.clear());
  });
}

test('a session that expired in a form leads to the login and back', async ({
  page,
  shop,
  publishableKey,
}) => {
  await enter(page, shop.origin, publishableKey);
  await page.goto('/admin/partners/new');
  await page.getByLabel('Name').fill('Expired Ltd');
  // As the official client leaves it when a refresh is refused.
  await page.evaluate(() => {
    localStorage.removeItem('sb-127-auth-token');
    window.dispatchEvent(new StorageEvent('storage'));
  });
  await page.waitForURL('**/admin/login');
  await expect(kept(page)).toBeVisible();
  await signInAgain(page);
  await page.waitForURL('**/admin/partners/new');
  await expect(page.getByLabel('Name')).toHaveValue('Expired Ltd');
  await page.getByRole('button', { name: 'Create partner' }).click();
  await expect(toast(page, 'Partner created successfully')).toBeVisible();
  await page.goto('/admin/partners/new');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByText('was not saved')).toHaveCount(0);
});

test('a session that ends while the storage is full loses nothing on the same page', async ({
  page,
  shop,
  publishableKey,
}) => {
  const session = await enter(page, shop.origin, publishableKey);
  await page.addInitScript(() => {
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('admin-')) throw new DOMException('Full', 'QuotaExceededError');
      store.call(this, key, value);
    };
  });
  await page.goto('/admin/partners/new');
  await page.getByLabel('Name').fill('No Room Ltd');
  await revoke(shop.origin, publishableKey, session);
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.waitForURL('**/admin/login');
  await expect(page.getByText(/This browser has no room to store what you typed/)).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await signInAgain(page);
  await page.waitForURL('**/admin/partners/new');
  await expect(back(page)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('No Room Ltd');
});

test('an administrator who opens a page with a dead session is led to the login, not to the shop', async ({
  page,
  shop,
  publishableKey,
}) => {
  const session = await enter(page, shop.origin, publishableKey);
  await revoke(shop.origin, publishableKey, session);
  await page.goto('/admin/products/new');
  await page.waitForURL(/\/admin$/);
  await expect(kept(page)).toBeVisible();
  await signInAgain(page);
  await page.waitForURL('**/admin/products/new');
});

test('a former administrator finds unsaved text again once the role is back', async ({
  page,
  shop,
  publishableKey,
}) => {
  const account = { email: `second-${Date.now()}@mail.example`, password: 'birch-and-basalt' };
  const users = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${shop.origin}/auth/v1/admin/users${path}`, {
      method,
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return answer.json();
  };
  const role = (name: string | null) => ({ app_metadata: { role: name } });
  const { id } = await users('POST', '', { ...account, email_confirm: true, ...role('admin') });
  const session = await sessionOf(shop.origin, publishableKey, account);
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('signed-in')) return;
    sessionStorage.setItem('signed-in', 'once');
    localStorage.setItem('sb-127-auth-token', stored);
  }, session);
  await page.goto('/admin/testimonials/new');
  await page.getByLabel('Content').fill('Typed before the role was taken.');
  await users('PUT', `/${id}`, role('customer'));
  let looks = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/rpc/admin_standing')) looks += 1;
  });
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await page.waitForURL('**/admin/login');
  await expect(toast(page, noPermission)).toBeVisible();
  await expect(page.getByText(/is no longer an administrator/)).toBeVisible();
  // Only the form and the login check; another check would let the user in without a password.
  await expect.poll(() => looks).toBe(2);
  await users('PUT', `/${id}`, role('admin'));
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin/testimonials/new');
  await expect(page.getByLabel('Content')).toHaveValue('Typed before the role was taken.');
  await page.evaluate(() => localStorage.clear());
});

test('dialogs keep their input too: shipment, refund, invitation, code', async ({
  page,
  shop,
  publishableKey,
}) => {
  test.setTimeout(90_000);
  const order = await buyByCard(shop);
  const places = [
    {
      path: `/admin/orders?order=${order.id}`,
      label: 'Tracking number',
      text: '1Z INTERRUPTED',
      isKept: true,
    },
    { path: `/admin/orders?order=${order.id}`, label: /^Amount, up to/, text: '7.77' },
    {
      path: '/admin/settings/administrators',
      label: 'Email of the new administrator',
      text: 'new@mail.example',
      isKept: true,
    },
    { path: '/admin/validity', label: 'New code', text: 'SH-INT-1', isKept: true },
  ];
  await page.goto(shop.origin);
  for (const { path, label, text, isKept = false } of places) {
    const session = await sessionOf(shop.origin, publishableKey, adminAccount);
    await page.evaluate((stored) => localStorage.setItem('sb-127-auth-token', stored), session);
    await page.goto(path);
    await page.getByLabel(label).fill(text);
    await revoke(shop.origin, publishableKey, session);
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await page.waitForURL('**/admin/login');
    await signInAgain(page);
    await page.waitForURL(`**${path}`);
    await expect(page.getByLabel(label)).toHaveValue(text);
    // Coming back another way finds what this tab left, but no old value in an amount.
    await page.goto('/admin/dashboard');
    await page.goto(path);
    await expect(page.getByLabel(label)).toHaveValue(isKept ? text : /^(?!7\.77$).*$/);
    await page.evaluate(() => localStorage.clear());
  }
});

test('a reload keeps a tracking number, a code and a half-typed tag, but no amount', async ({
  page,
  shop,
  publishableKey,
}) => {
  const order = await buyByCard(shop);
  await enter(page, shop.origin, publishableKey);
  for (const [path, label, text] of [
    [`/admin/orders?order=${order.id}`, 'Tracking number', '1Z RELOADED'],
    ['/admin/validity', 'New code', 'SH-RELOADED'],
    ['/admin/products/new', 'New tag', 'half-typed'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label).fill(text);
    await page.reload();
    await expect(page.getByLabel(label)).toHaveValue(text);
  }
  await page.goto(`/admin/orders?order=${order.id}`);
  await page.getByLabel(/^Amount, up to/).fill('7.77');
  await page.reload();
  await expect(page.getByLabel(/^Amount, up to/)).not.toHaveValue('7.77');
});

test('the editor’s dialogs and a half-typed tag lose nothing', async ({
  page,
  shop,
  publishableKey,
}) => {
  /** Signs in, types, loses the session and comes back. */
  const interrupt = async (path: string, work: () => Promise<void>) => {
    // Leaving stores a draft, so it is cleared afterwards.
    await page.goto(shop.origin);
    await page.evaluate(() => localStorage.clear());
    const session = await sessionOf(shop.origin, publishableKey, adminAccount);
    await page.evaluate((stored) => localStorage.setItem('sb-127-auth-token', stored), session);
    await page.goto(path);
    await work();
    await revoke(shop.origin, publishableKey, session);
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await page.waitForURL('**/admin/login');
    await signInAgain(page);
    await page.waitForURL(`**${path}`);
  };
  const text = page.getByRole('textbox', { name: 'Content' });
  const link = page.getByRole('dialog', { name: 'Link' });
  const image = page.getByRole('dialog', { name: 'Image' });

  await interrupt('/admin/blog/new', async () => {
    await text.pressSequentially('Check it');
    await text.press('ControlOrMeta+a');
    await page.getByRole('button', { name: 'Link' }).click();
    await link.getByLabel('Address').fill('/validity');
  });
  await expect(link.getByLabel('Address')).toHaveValue('/validity');
  await link.getByRole('button', { name: 'Set the link' }).click();
  await expect(text.getByRole('link', { name: 'Check it' })).toHaveAttribute('href', '/validity');

  await interrupt('/admin/blog/new', async () => {
    await text.pressSequentially('Look: ');
    await page.getByLabel('Image for the text').setInputFiles(picture);
    await image.getByLabel('Alternative text').fill('A jar in the snow');
  });
  await expect(image.getByLabel('Alternative text')).toHaveValue('A jar in the snow');
  await image.getByRole('button', { name: 'Set the text' }).click();
  await expect(text.getByRole('img', { name: 'A jar in the snow' })).toBeVisible();

  await interrupt('/admin/products/new', async () => {
    await page.getByLabel('New tag').fill('half-typed');
  });
  await expect(page.getByLabel('New tag')).toHaveValue('half-typed');
  await page.evaluate(() => localStorage.clear());
});

const goneRows = [
  {
    table: 'products',
    path: '/admin/products',
    row: { name: 'Gone Resin', price: 12, ingredients: 'Resin and nothing else' },
    field: 'Name',
    kept: { Ingredients: 'Resin and nothing else' },
    noun: 'product',
    create: 'Create product',
    created: 'Product created successfully!',
  },
  {
    table: 'partners',
    path: '/admin/partners',
    row: { name: 'Gone Ltd', description: 'Told at length.' },
    field: 'Name',
    kept: { Description: 'Told at length.' },
    noun: 'partner',
    create: 'Create partner',
    created: 'Partner created successfully',
  },
];

for (const { table, path, row, field, kept: others, noun, create, created } of goneRows) {
  test(`what was typed of a ${noun} that was deleted meanwhile becomes a new one`, async ({
    page,
    shop,
    publishableKey,
  }) => {
    const rest = `${shop.origin}/rest/v1/${table}`;
    const headers = {
      apikey: secretKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
    };
    const answer = await fetch(rest, { method: 'POST', headers, body: JSON.stringify(row) });
    const [{ id }] = await answer.json();
    const session = await enter(page, shop.origin, publishableKey);
    await page.goto(`${path}/${id}`);
    await page.getByLabel(field).first().fill('Typed and not saved');
    await fetch(`${rest}?id=eq.${id}`, { method: 'DELETE', headers });
    await revoke(shop.origin, publishableKey, session);
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await page.waitForURL('**/admin/login');
    await signInAgain(page);
    await page.waitForURL(`**${path}/${id}`);

    await expect(page.getByText(`This ${noun} no longer exists.`)).toBeVisible();
    // The list no longer has a row for it, so it says so itself.
    await page.goto(path);
    await expect(page.getByText(`A ${noun} that you were editing was deleted.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show what I wrote' }).click();
    await expect(
      page.getByText(/^It was deleted\. What you wrote here until .* was not saved\.$/),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Continue as a new ${noun}` }).click();
    await expect(page.getByLabel(field).first()).toHaveValue('Typed and not saved');
    // Unchanged fields are filled in too, since the deleted row can no longer be viewed.
    for (const [label, text] of Object.entries(others)) {
      await expect(page.getByLabel(label).first()).toHaveValue(text);
    }
    await page.getByRole('button', { name: create }).click();
    await expect(toast(page, created)).toBeVisible();
    await page.goto(`${path}/${id}`);
    await expect(page.getByText(`This ${noun} no longer exists.`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Continue as a new ${noun}` })).toHaveCount(0);
    await page.goto(path);
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText('that you were editing was deleted')).toHaveCount(0);
  });
}
