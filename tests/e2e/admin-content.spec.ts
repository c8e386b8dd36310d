import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

const picture = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const postTitle = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

const dialog = (page: Page) => page.getByRole('alertdialog');

/** Presses the button that asks, and agrees. */
async function deleteFrom(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
}

async function expectCalm(page: Page): Promise<void> {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
}

/** Lets the calls whose address holds this fail until the test is over. */
const breakCalls = (page: Page, address: string) =>
  page.route(address, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'The database is away.' } }),
  );

test.describe('Contact Messages', () => {
  async function write(origin: string, key: string, name: string): Promise<void> {
    const answer = await fetch(`${origin}/rest/v1/contacts`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ name, email: 'maya@mail.example', phone: '1', message: 'Hello\nyou' }),
    });
    expect(answer.status).toBe(201);
  }

  test('are read, answered and deleted', async ({ admin, shop, publishableKey }) => {
    const name = `Maya ${process.pid}`;
    await write(shop.origin, publishableKey, name);
    await admin.goto(`/admin/contacts?q=${encodeURIComponent(name)}`);
    await expectCalm(admin);
    await admin.getByRole('button', { name, exact: true }).click();
    const message = admin.getByRole('dialog', { name: `Message of ${name}` });
    await expect(message.getByText('Hello\nyou')).toBeVisible();
    await expectAccessible(admin);
    await expect(message.getByRole('link', { name: 'Reply by mail' })).toHaveAttribute(
      'href',
      /^mailto:maya%40mail\.example\?subject=/,
    );
    await message.getByRole('button', { name: 'Mark as answered' }).click();
    await expect(admin.getByRole('cell', { name: 'Answered' })).toBeVisible();
    await admin.getByRole('button', { name: 'Status' }).first().click();
    await admin.getByRole('menuitemcheckbox', { name: 'Open' }).click();
    await admin.keyboard.press('Escape');
    await expect(admin.getByText('No contact messages found.')).toBeVisible();
    await admin.goto(`/admin/contacts?q=${encodeURIComponent(name)}`);
    await deleteFrom(admin, `Delete the message of ${name}`);
    await expect(toast(admin, 'Contact deleted')).toBeVisible();
    await expect(admin.getByText('No contact messages found.')).toBeVisible();
  });

  test.describe('away', () => {
    test.use({ expectedErrors: /status of 500/ });

    test('say so: Error fetching contacts, Error deleting contact', async ({
      admin,
      shop,
      publishableKey,
    }) => {
      await write(shop.origin, publishableKey, 'Kept');
      await admin.goto('/admin/contacts?q=Kept');
      await breakCalls(admin, '**/rest/v1/contacts*');
      await deleteFrom(admin, 'Delete the message of Kept');
      await expect(toast(admin, 'Error deleting contact')).toBeVisible();
      await breakCalls(admin, '**/rest/v1/rpc/admin_list*');
      await admin.reload();
      await expect(toast(admin, 'Error fetching contacts')).toBeVisible();
      await expect(admin.getByText('The messages could not be loaded.')).toBeVisible();
    });
  });
});

test.describe('Testimonials', () => {
  test('are created, shown, changed and deleted', async ({ admin, context }) => {
    const name = `Ada ${process.pid}`;
    await admin.goto('/admin/testimonials');
    await expectCalm(admin);
    await admin.getByRole('link', { name: 'Add testimonial' }).click();
    await admin.getByLabel('Name').fill(name);
    await admin.getByRole('button', { name: 'Create testimonial' }).click();
    await expect(admin.getByText('Enter what was said.')).toBeVisible();
    await admin.getByLabel('Content').fill('It cures everything.');
    await expect(admin.getByText('“cures”')).toBeVisible();
    await admin.getByLabel('Content').fill('It dissolves well.');
    await expect(admin.getByText('“cures”')).toBeHidden();
    await admin.getByLabel('Rating').selectOption('4');
    await admin.getByLabel('Medium').selectOption('image');
    await admin.getByRole('button', { name: 'Create testimonial' }).click();
    await expect(admin.getByText('Add the file, or choose "None".')).toBeVisible();
    await expectAccessible(admin);
    await admin.getByLabel(/Add: Picture/).setInputFiles(picture);
    await expect(toast(admin, 'File uploaded successfully')).toBeVisible();
    await admin.getByRole('button', { name: 'Create testimonial' }).click();
    await expect(toast(admin, 'Testimonial created successfully')).toBeVisible();
    await expect(admin.getByRole('heading', { name, level: 1 })).toBeVisible();

    await admin.getByLabel('Title').fill('Denver');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(toast(admin, 'Testimonial updated successfully')).toBeVisible();
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByText(name)).toBeVisible();

    await admin.goto(`/admin/testimonials?q=${encodeURIComponent(name)}`);
    await deleteFrom(admin, `Delete the testimonial of ${name}`);
    await expect(toast(admin, 'Testimonial deleted successfully')).toBeVisible();
    await expect(admin.getByText('No testimonials found.')).toBeVisible();
  });

  test.describe('away', () => {
    test.use({ expectedErrors: /status of 500/ });

    test('say so: Failed to save, delete and fetch', async ({ admin }) => {
      await admin.goto('/admin/testimonials/new');
      await admin.getByLabel('Name').fill('Lost');
      await admin.getByLabel('Content').fill('Words');
      await breakCalls(admin, '**/rest/v1/testimonials*');
      await admin.getByRole('button', { name: 'Create testimonial' }).click();
      await expect(toast(admin, 'Failed to save testimonial')).toBeVisible();
      await expect(admin.getByLabel('Name')).toHaveValue('Lost');
      admin.once('dialog', (ask) => void ask.accept());
      await admin.goto('/admin/testimonials');
      await admin
        .getByRole('button', { name: /^Delete the testimonial of/ })
        .first()
        .click();
      await dialog(admin).getByRole('button', { name: 'Delete' }).click();
      await expect(toast(admin, 'Failed to delete testimonial')).toBeVisible();
      await breakCalls(admin, '**/rest/v1/rpc/admin_list*');
      await admin.reload();
      await expect(toast(admin, 'Failed to fetch testimonials')).toBeVisible();
    });
  });
});

test.describe('Partners', () => {
  test('are created, changed, taken off the page and deleted', async ({ admin, context }) => {
    const name = `Atelier ${process.pid}`;
    await admin.goto('/admin/partners');
    await expectCalm(admin);
    await admin.getByRole('link', { name: 'Add partner' }).click();
    await admin.getByLabel('Website').fill('javascript:alert(1)');
    await admin.getByRole('button', { name: 'Create partner' }).click();
    await expect(admin.getByText('Enter a name.')).toBeVisible();
    await expect(admin.getByText('Enter an address such as https://a.example.')).toBeVisible();
    await expectAccessible(admin);
    await admin.getByLabel('Name').fill(name);
    await admin.getByLabel('Website').fill('atelier.example');
    await admin.getByLabel(/Add: Logo/).setInputFiles(picture);
    await expect(toast(admin, 'File uploaded successfully')).toBeVisible();
    await admin.getByRole('button', { name: 'Create partner' }).click();
    await expect(toast(admin, 'Partner created successfully')).toBeVisible();
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('link', { name })).toHaveAttribute(
      'href',
      'https://atelier.example',
    );
    await admin.goto(`/admin/partners?q=${encodeURIComponent(name)}`);
    await admin.getByRole('checkbox', { name: `Select ${name}` }).check();
    await admin.getByRole('button', { name: 'Deactivate' }).click();
    await expect(toast(admin, 'Partner updated successfully')).toBeVisible();
    await expect(admin.getByText('Inactive').first()).toBeVisible();
    await deleteFrom(admin, `Delete ${name}`);
    await expect(toast(admin, 'Partner deleted successfully')).toBeVisible();
    await expect(admin.getByText('No partners found.')).toBeVisible();
  });

  test('a file that is no picture: Failed to upload file', async ({ admin }) => {
    await admin.goto('/admin/partners/new');
    await admin
      .getByLabel(/Add: Logo/)
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(toast(admin, 'Failed to upload file')).toBeVisible();
  });

  test.describe('away', () => {
    test.use({ expectedErrors: /status of 500/ });

    test('say so: Failed to save, delete and fetch', async ({ admin }) => {
      await admin.goto('/admin/partners');
      await breakCalls(admin, '**/rest/v1/partners*');
      await admin
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await dialog(admin).getByRole('button', { name: 'Delete' }).click();
      await expect(toast(admin, 'Failed to delete partner')).toBeVisible();
      await admin.getByRole('link', { name: 'Add partner' }).click();
      await admin.getByLabel('Name').fill('Lost');
      await admin.getByRole('button', { name: 'Create partner' }).click();
      await expect(toast(admin, 'Failed to save partner')).toBeVisible();
      await breakCalls(admin, '**/rest/v1/rpc/admin_list*');
      admin.once('dialog', (ask) => void ask.accept());
      await admin.goto('/admin/partners');
      await expect(toast(admin, 'Failed to fetch partners')).toBeVisible();
    });
  });
});

test.describe('Blog', () => {
  test('a post is written, published, renamed, unpublished and deleted', async ({
    admin,
    context,
  }) => {
    const title = `Why resin? ${process.pid}`;
    const slug = `why-resin-${process.pid}`;
    await admin.goto('/admin/blog');
    await expectCalm(admin);
    await admin.getByRole('link', { name: 'Add blog post' }).click();
    await postTitle(admin).fill(title);
    await admin.getByRole('button', { name: 'Create post' }).click();
    await expect(admin.getByText('Write something first.')).toBeVisible();
    const text = admin.getByRole('textbox', { name: 'Content' });
    await text.click();
    await admin.getByRole('button', { name: 'Heading', exact: true }).click();
    await admin.keyboard.type('Where it comes from');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('From <b>stone</b>.');
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Preview' }).click();
    await expect(
      admin.getByRole('dialog').getByRole('heading', { name: 'Where it comes from' }),
    ).toBeVisible();
    await admin.keyboard.press('Escape');
    await admin.getByLabel('Published').check();
    await admin.getByRole('button', { name: 'Create post' }).click();
    await expect(toast(admin, 'Blog post created successfully')).toBeVisible();

    const page = await context.newPage();
    await page.goto(`/blog/${slug}`);
    await expect(page.getByRole('heading', { name: 'Where it comes from' })).toBeVisible();
    await expect(page.getByText('From <b>stone</b>.')).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Liv Fit Blog`);

    await postTitle(admin).fill(`${title} Really`);
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(toast(admin, 'Blog post updated successfully')).toBeVisible();
    await expect(admin.getByText(`/blog/${slug}`, { exact: true })).toBeVisible();

    await admin.goto(`/admin/blog?q=${slug}`);
    await admin.getByRole('button', { name: /^Unpublish/ }).click();
    await expect(toast(admin, 'Blog post unpublished successfully')).toBeVisible();
    await admin.getByRole('button', { name: `Publish ${title} Really` }).click();
    await expect(toast(admin, 'Blog post published successfully')).toBeVisible();
    await admin.getByRole('button', { name: /^Delete/ }).click();
    await expect(dialog(admin)).toContainText('This cannot be undone.');
    await dialog(admin).getByRole('button', { name: 'Delete' }).click();
    await expect(toast(admin, 'Blog post deleted successfully')).toBeVisible();
    await expect(admin.getByText('No blog posts yet.')).toBeVisible();
  });

  test('what was not saved is offered again, and leaving asks', async ({ admin }) => {
    await admin.goto('/admin/blog/new');
    await postTitle(admin).fill('Half a thought');
    await admin.waitForFunction(() => localStorage.getItem('admin-draft:blog_posts:new'));
    await admin.getByRole('link', { name: 'Back to blog posts' }).click();
    await expect(dialog(admin)).toContainText('Leave without saving?');
    await dialog(admin).getByRole('button', { name: 'Leave' }).click();
    await admin.getByRole('link', { name: 'Add blog post' }).click();
    await admin.getByRole('button', { name: 'Go on with it' }).click();
    await expect(postTitle(admin)).toHaveValue('Half a thought');
  });

  test.describe('away', () => {
    test.use({ expectedErrors: /status of 500/ });

    test('says so: Failed to save, update, delete and fetch', async ({ admin }) => {
      await admin.goto('/admin/blog');
      await breakCalls(admin, '**/rest/v1/blog_posts*');
      await admin
        .getByRole('button', { name: /^Unpublish/ })
        .first()
        .click();
      await expect(toast(admin, 'Failed to update blog post')).toBeVisible();
      await admin
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await dialog(admin).getByRole('button', { name: 'Delete' }).click();
      await expect(toast(admin, 'Failed to delete blog post')).toBeVisible();
      await admin.getByRole('link', { name: /^Edit/ }).first().click();
      await expect(admin.getByText('The blog post could not be loaded just now.')).toBeVisible();
      await admin.goto('/admin/blog/new');
      await postTitle(admin).fill('Lost');
      await admin.getByRole('textbox', { name: 'Content' }).fill('Words');
      await admin.getByRole('button', { name: 'Create post' }).click();
      await expect(toast(admin, 'Failed to save blog post')).toBeVisible();
      await breakCalls(admin, '**/rest/v1/rpc/admin_list*');
      admin.once('dialog', (ask) => void ask.accept());
      await admin.goto('/admin/blog');
      await expect(toast(admin, 'Failed to fetch blog posts')).toBeVisible();
    });
  });
});

test.describe('Validity Codes', () => {
  test('one is added, checks as VALID, and is deleted', async ({ admin, context }) => {
    const code = `T${process.pid}-1`;
    await admin.goto('/admin/validity');
    await expectCalm(admin);
    await admin.getByLabel('New code').fill('   ');
    await admin.getByRole('button', { name: 'Add code' }).click();
    await expect(toast(admin, 'Please enter a code')).toBeVisible();
    await admin.getByLabel('New code').fill('SÄ1');
    await admin.getByRole('button', { name: 'Add code' }).click();
    await expect(admin.getByText(/without accents/)).toBeVisible();
    await admin.getByLabel('New code').fill(` ${code} `);
    await admin.getByRole('button', { name: 'Add code' }).click();
    await expect(toast(admin, 'Validity code added successfully')).toBeVisible();
    await expect(admin.getByRole('row', { name: new RegExp(code) })).toContainText(
      'Default Product',
    );

    const page = await context.newPage();
    await page.goto('/validity');
    await page.getByRole('textbox', { name: /code/i }).fill(code);
    await page.getByRole('button', { name: 'Verify Product' }).click();
    await expect(page.getByText('VALID', { exact: true }).first()).toBeVisible();

    await admin.goto(`/admin/validity?q=${code}`);
    await deleteFrom(admin, `Delete the code ${code}`);
    await expect(toast(admin, 'Validity code deleted successfully')).toBeVisible();
    await expect(admin.getByText('No validity codes found')).toBeVisible();
  });

  test('many are generated and printed as labels', async ({ admin }) => {
    await admin.goto('/admin/validity/generate');
    await expect(admin.getByRole('heading', { name: 'Generate codes' })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByLabel('How many').fill('6');
    await admin.getByLabel('Prefix').fill('GEN');
    await admin.getByRole('button', { name: 'Generate' }).click();
    await expect(toast(admin, '6 validity codes added')).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Print 6 labels' })).toBeVisible();
    const pictures = admin.getByRole('img', { name: /^Opens the check of GEN\d{6}$/ });
    await expect(pictures).toHaveCount(6);
    await expect(pictures.first()).toHaveJSProperty('complete', true);
    await expectAccessible(admin);
  });

  test('a file is imported with a report row by row, and all are exported', async ({ admin }) => {
    const first = `IMP${process.pid}A`;
    const csv = `code,product_name\n${first},Resin\nSÄ,\n${first},\nSH1001,\n`;
    await admin.goto('/admin/validity/import');
    await admin
      .getByLabel('File')
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(admin.getByText('1 code was added, 3 rows were not taken.')).toBeVisible();
    await expect(admin.getByRole('row', { name: /^4 / })).toContainText('stands in row 2');
    await expect(admin.getByRole('row', { name: /^5 / })).toContainText('exists already');
    await expectAccessible(admin);
    await admin.goto(`/admin/validity?q=${first}`);
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Export' }).click(),
    ]);
    const exported = await readFile(await download.path(), 'utf8');
    expect(exported.split('\r\n')[0]).toBe('code,product_name,created_at');
    expect(exported.split('\r\n')[1]).toMatch(new RegExp(`^${first},Resin,2`));
  });
});

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
  await expect(admin.getByText(/Two-letter countries, such as US/)).toBeVisible();
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
