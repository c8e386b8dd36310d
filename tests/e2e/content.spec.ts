import { openTables } from './open-tables.ts';
import { expect, test } from './shop-test.ts';

test('a link brings the code along and never checks it by itself', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  await page.goto('/validity?code=%20SH2041%20', { waitUntil: 'networkidle' });
  await expect(page.getByRole('textbox', { name: 'Batch code' })).toHaveValue('SH2041');
  await expect(page.getByText('VALID', { exact: true })).toHaveCount(1);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Verify Product' }).click();
  const result = page.getByRole('status').filter({ hasText: 'Congratulations!' });
  await expect(result).toHaveText(/VALID.*SH2041.*This is an authentic Liv Fit product\./s);
  await expect(result).toHaveAttribute('aria-live', 'polite');
});

test('a code in lowercase is the code on the lid, and names its product', async ({ page }) => {
  await page.goto('/validity', { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'Batch code' }).fill(' sh 20-41 ');
  await page.getByRole('button', { name: 'Verify Product' }).click();
  const result = page.getByRole('status').filter({ hasText: 'Congratulations!' });
  await expect(result).toContainText('SH2041');
  await expect(result).toContainText('This code belongs to Pure Himalayan Shilajit Resin.');
});

test('the product page shows the label as text', async ({ page }) => {
  await page.goto('/product/shilajit-and-ashwagandha-drops');
  const facts = page.getByRole('table', { name: 'Supplement Facts' });
  await expect(
    facts.getByRole('row', { name: /Ashwagandha extract \(root\) 300 mg/ }),
  ).toBeVisible();
  await expect(page.getByText('Servings per container: about 30')).toBeVisible();
  for (const term of ['Ingredients', 'Directions', 'Warnings']) {
    await expect(page.locator('summary', { hasText: term })).toBeVisible();
  }
  await expect(
    page.getByText(/These statements have not been evaluated by the Food and Drug/).first(),
  ).toBeVisible();
  await expect(page.getByText('⚠ Warning')).toHaveCount(0);
});

test('the owner may set a warning and a legal text, which show at once', async ({ page, shop }) => {
  const tables = openTables(shop);
  const warned = '/product/shilajit-drops-with-citrus';
  await page.goto(warned);
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'Who sells to you' })).toBeVisible();
  await tables
    .from('products')
    .update({ proposition_65_warning: 'This product can expose you to lead.' })
    .eq('slug', 'shilajit-drops-with-citrus');
  await tables
    .from('text_versions')
    .insert({ place: 'legal_terms', texts: { text: '# Our own terms\nOne.\n\nTwo.' } });
  await expect(async () => {
    await page.goto(warned);
    await expect(page.getByText('This product can expose you to lead.')).toBeVisible();
    await page.goto('/terms');
    await expect(page.getByRole('heading', { name: 'Our own terms' })).toBeVisible();
  }).toPass();
  await tables.from('text_versions').delete().eq('place', 'legal_terms');
});

test('a post shows fallbacks, reading time, its pictures by size and what to read next', async ({
  page,
  shop,
}) => {
  const tables = openTables(shop);
  const today = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: 'America/New_York',
  }).format(new Date());
  await tables.from('blog_posts').insert({
    title: 'Keeping resin on a shelf',
    slug: 'on-a-shelf',
    content: `<p>${'word '.repeat(450)}</p><img src="/media/resin-macro-1000.webp" alt="Resin">`,
    published: true,
    published_at: '1969-07-20T00:00:00Z',
  });
  await page.goto('/blog/on-a-shelf');
  await expect(page).toHaveTitle('Keeping resin on a shelf | Liv Fit Blog');
  await expect(page.getByText(`Admin · ${today} · 2 min read`)).toBeVisible();
  const picture = page.locator('.article-body img');
  await expect(picture).toHaveAttribute('srcset', /resin-macro-640\.webp 640w/);
  await expect(picture).toHaveAttribute('loading', 'lazy');
  const next = page.getByRole('region', { name: 'Read next' }).getByRole('listitem');
  await expect(next).toHaveCount(3);
  await expect(next.first()).toContainText('resin');

  await tables.from('blog_posts').update({ published: false }).eq('slug', 'on-a-shelf');
  await expect.poll(async () => (await page.request.get('/blog/on-a-shelf')).status()).toBe(404);
  await tables.from('blog_posts').delete().eq('slug', 'on-a-shelf');
});

test('the home page shows six testimonials, eight partners, three articles', async ({ page }) => {
  await page.goto('/');
  const count = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
  await expect(count('What people say')).toHaveCount(6);
  await expect(count('The people behind it')).toHaveCount(8);
  await expect(count('Latest articles')).toHaveCount(3);
  await expect(page.getByRole('img', { name: 'From Priya S. (demo)' })).toHaveCount(1);
});

test('a testimonial’s video loads only when played', async ({ page, shop }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/');
  const film = page.getByLabel('Video from Maya R. (demo)');
  await film.scrollIntoViewIfNeeded();
  await expect(film).toHaveJSProperty('controls', true);
  await expect(film).toHaveJSProperty('autoplay', false);
  const poster = await film.evaluate((video: HTMLVideoElement) => video.poster);
  await expect.poll(() => fetched).toContain(poster);
  expect(fetched.filter((url) => url.endsWith('.mp4'))).toEqual([]);

  // What a player requests first; some do not play without it.
  const src = (await film.getAttribute('src')) ?? '';
  const part = await fetch(shop.origin + src, { headers: { range: 'bytes=0-99' } });
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4']);
  expect((await part.arrayBuffer()).byteLength).toBe(100);
});

test('a quote that names a product stands on its page, and on no other', async ({ page, shop }) => {
  const tables = openTables(shop);
  const name = 'Resin, "half" (50%_)';
  const [product] = await tables
    .from('products')
    .insert({ name, price: 10 })
    .select('id')
    .throwOnError()
    .then(({ data }) => data);
  const quote = { name: 'Ada', rating: 5, active: true };
  await tables
    .from('testimonials')
    .insert([
      { ...quote, content: `I like ${name.toUpperCase()} most.` },
      { ...quote, content: 'The resin, half (5000).' },
      { ...quote, content: 'Inactive.', title: name, active: false },
    ])
    .throwOnError();
  const quotes = page.getByRole('region', { name: 'What people say about it' });
  await page.goto(`/product/${product?.id}`);
  await expect(quotes.getByRole('blockquote')).toHaveText([/^I like RESIN/]);
  await page.goto('/product/pure-himalayan-shilajit-resin');
  await expect(quotes.getByRole('blockquote')).toHaveText([/^The spoon in the box/]);
  await tables.from('products').delete().eq('name', name).throwOnError();
  await tables.from('testimonials').delete().eq('name', 'Ada').throwOnError();
});
