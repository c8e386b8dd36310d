import { openTables } from './open-tables.ts';
import { expect, test } from './shop-test.ts';
import { watchScripts } from './watch-scripts.ts';
import { payloads } from './xss-payloads.ts';

/** Bypasses the content security policy, so that only escaping and sanitizing stand in the way. */
test.use({ bypassCSP: true, expectedErrors: /.*/ });

/** Payloads per post and product. */
const together = 10;

/** What the database refuses as a URL, so no page could show it. */
const isRefused = (address: string) =>
  /\p{Cc}/u.test(address) || /^\s*(?!https?:|data:image\/)[a-z][a-z0-9+.-]*\s*:/i.test(address);
const asAddress = (payload: string) =>
  isRefused(payload) ? `https://x.example/${payload.replace(/\p{Cc}/gu, '')}` : payload;

test('two hundred payloads in every content field never run', async ({ page, shop }) => {
  test.setTimeout(300_000);
  expect(new Set(payloads).size).toBe(200);
  const tables = openTables(shop);
  const everything = payloads.join('\n\n');
  const { visit } = await watchScripts(page);
  let ran: string[] = [];

  for (let at = 0; at < payloads.length; at += together) {
    const some = payloads.slice(at, at + together);
    const text = some.join('\n\n');
    const name = (some[at % together] ?? '').slice(0, 200).trim();
    const slug = `payloads-${at}`;
    const seo = { seo_title: text, seo_description: text, seo_keywords: text };
    const post = await tables.from('blog_posts').insert({
      ...seo,
      title: name,
      slug,
      excerpt: text,
      content: text,
      author_name: text,
      featured_image_url: asAddress(some[1] ?? ''),
      published: true,
    });
    const product = await tables.from('products').insert({
      ...seo,
      name,
      slug,
      price: 1,
      description: text,
      tags: [...some],
      image_url: asAddress(some[2] ?? ''),
      image_urls: some.map(asAddress),
      ingredients: text.slice(0, 5000),
      directions: text.slice(0, 5000),
      warnings: text.slice(0, 5000),
      proposition_65_warning: text.slice(0, 2000),
      supplement_facts: {
        serving_size: name.slice(0, 120),
        servings: name.slice(0, 60),
        rows: some.map((each) => ({ name: each.slice(0, 200), amount: each.slice(0, 60) })),
        notes: text.slice(0, 1000),
      },
    });
    expect([post.error, product.error]).toEqual([null, null]);
    ran = await visit(`/blog/${slug}`);
    ran = await visit(`/product/${slug}`);
    ran = await visit(`/search?q=${encodeURIComponent(name)}`);
    ran = await visit(`/validity?code=${encodeURIComponent(name)}`);
  }

  const people = payloads.slice(0, 6).map((each) => ({
    name: each,
    title: everything,
    content: everything,
    image_url: asAddress(each),
    media_type: 'image',
    media_url: asAddress(each),
  }));
  const schemes = payloads.filter((each) => each.includes('javascript')).slice(0, 4);
  const partners = ['javascript:xss()', 'data:text/html,x', ' javascript:xss()', ...schemes, '#'];
  const told = await tables.from('testimonials').insert(people);
  const partner = (website_url: string) => ({
    ...{ name: everything, description: everything, website_url },
  });
  for (const address of partners.filter(isRefused)) {
    const { error } = await tables.from('partners').insert(partner(address));
    expect(error?.code).toBe('23514');
  }
  const named = await tables
    .from('partners')
    .insert(partners.map((address) => partner(asAddress(address))));
  expect([told.error, named.error]).toEqual([null, null]);
  for (const address of ['/', '/products', '/blog', '/feed.xml', '/sitemap.xml']) {
    ran = await visit(address);
  }
  expect(ran).toEqual([]);

  await tables.from('blog_posts').delete().like('slug', 'payloads-%');
  await tables.from('products').delete().like('slug', 'payloads-%');
  await tables.from('testimonials').delete().eq('content', everything);
  await tables.from('partners').delete().eq('name', everything);
});
