import { expect, test } from './admin-test.ts';
import { expectNoSideScroll, secretKey } from './shop-test.ts';

/** As long as a name that once caused trouble, with no space to break at. */
const long = `${'Shilajit'.repeat(15)}abcdef`;
const id = '99999999-0000-4000-8000-000000000126';
const tables = {
  products: { id, name: long, price: 10, slug: long.toLowerCase(), tags: [long], description: '' },
  testimonials: { id, name: long, content: long, title: long, rating: 5 },
  partners: { id, name: long, description: long, website_url: `https://${long}.example/` },
  blog_posts: { id, title: long, slug: `post-${long.toLowerCase()}`, content: long },
  contacts: { id, name: long, email: `${long}@mail.example`, phone: long, message: long },
  validity_codes: { id, code: long.slice(0, 64), product_name: long },
  orders: {
    id,
    name: long,
    email: `${long}@mail.example`,
    phone: long.slice(0, 30),
    address: long,
    total_amount: 10,
    payment_status: 'paid',
    paid_at: '2026-11-01T12:00:00Z',
    stripe_session_id: `cs_${long}`,
    order_items: [{ id: 'a', name: long, weight: '30g', price: 10, quantity: 1 }],
  },
} as const;
const from = { apikey: secretKey, 'content-type': 'application/json' };

test.beforeAll(async ({ shop }) => {
  for (const [table, row] of Object.entries(tables)) {
    const answer = await fetch(`${shop.origin}/rest/v1/${table}`, {
      method: 'POST',
      headers: from,
      body: JSON.stringify(row),
    });
    expect(answer.status, `${table}: ${await answer.text()}`).toBe(201);
  }
});

test.afterAll(async ({ shop }) => {
  for (const table of Object.keys(tables)) {
    await fetch(`${shop.origin}/rest/v1/${table}?id=eq.${id}`, { method: 'DELETE', headers: from });
  }
});

const places = [
  `/admin/products?q=${long}`,
  `/admin/products/${id}`,
  `/admin/testimonials?q=${long}`,
  `/admin/testimonials/${id}`,
  `/admin/partners?q=${long}`,
  `/admin/partners/${id}`,
  `/admin/blog?q=${long}`,
  `/admin/blog/${id}`,
  `/admin/contacts?q=${long}`,
  `/admin/validity?q=${long.slice(0, 64)}`,
  `/admin/orders?q=${long}`,
  `/admin/orders?order=${id}`,
  `/admin/orders/${id}/print`,
  `/admin/orders/${id}/packing-slip`,
  '/admin/dashboard',
  '/admin/audit',
];

for (const place of places) {
  const name = place.replaceAll(long, '…').replace(long.slice(0, 64), '…').replace(id, '<id>');
  test(`names of 126 letters do not break ${name}`, async ({ admin, context }) => {
    await context.addInitScript(() => {
      window.print = () => {};
    });
    await admin.goto(place);
    await expect(admin.locator('main [aria-busy=true]')).toHaveCount(0);
    if (place.includes(id) || place.includes('q=')) {
      await expect(
        admin
          .getByText(/Shilajit/)
          .or(admin.locator('input'))
          .first(),
      ).toBeVisible();
    }
    for (const width of [360, 768, 1280]) {
      await admin.setViewportSize({ width, height: 800 });
      await expectNoSideScroll(admin);
      // Nor does anything stick out of a dialog, which scrolls on its own.
      const sticksOut = await admin.evaluate(() =>
        [...document.querySelectorAll('[role=dialog]')].some(
          (dialog) => dialog.scrollWidth > dialog.clientWidth + 1,
        ),
      );
      expect(sticksOut, `a dialog at ${width}`).toBe(false);
    }
  });
}

test('names keep their words on tablets and small desks', async ({ admin, shop }) => {
  const name = 'Alexandra Montgomery';
  const answer = await fetch(`${shop.origin}/rest/v1/contacts`, {
    method: 'POST',
    headers: from,
    body: JSON.stringify({
      name,
      email: 'a.m@mail.example',
      phone: '+1 303 555 0142',
      message: long,
    }),
  });
  expect(answer.status).toBe(201);
  for (const [place, words] of [
    [`/admin/contacts?q=${encodeURIComponent(name)}`, 'Alexandra'],
    ['/admin/testimonials', 'review'],
  ] as const) {
    await admin.goto(place);
    const title = admin.locator('td[data-card=title]').filter({ hasText: words }).first();
    await expect(title).toBeVisible();
    for (const width of [768, 1024, 1280]) {
      await admin.setViewportSize({ width, height: 800 });
      const lines = await title.evaluate((cell, word) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const at = text.textContent?.indexOf(word) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }
        return 0;
      }, words);
      expect(lines, `${words} at ${width}`).toBe(1);
    }
  }
  await fetch(`${shop.origin}/rest/v1/contacts?email=eq.a.m@mail.example`, {
    method: 'DELETE',
    headers: from,
  });
});
