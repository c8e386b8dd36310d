import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import BlogScreen from './blog-screen.tsx';

const words = '[Image left out: The valley at dawn]';
const post = {
  ...{ id: '10000000-0000-4000-8000-000000000001', title: 'Harvest', slug: 'harvest' },
  content: `<p>Begins.</p><p>${words}</p><p>[Image left out: image002.png]</p>`,
  ...{ excerpt: null, featured_image_url: null, featured_image_alt: null, author_name: 'Ada' },
  ...{ featured_image_focus: null, published: false, published_at: null as string | null },
  ...{ seo_title: null, seo_description: null, seo_keywords: null },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
};
type Post = typeof post;

function open(address: string, row: Post = post) {
  const stored = { ...row };
  const calls = answerCalls(({ method, path, body }) => {
    if (path.startsWith('/rest/v1/rpc/admin_list')) return { body: { rows: [stored], total: 1 } };
    if (!path.startsWith('/rest/v1/blog_posts')) return { body: [] };
    if (method === 'PATCH') Object.assign(stored, body, { updated_at: '2026-11-21T12:00:00Z' });
    return { body: [stored] };
  });
  return {
    saved: () => calls.filter(({ method }) => method === 'PATCH'),
    asked: () => calls.filter(({ path }) => path.includes('rpc/admin_list')).at(-1)?.body.filters,
    shown: renderAdmin(
      address,
      <Routes>
        <Route path="/admin/blog/*" element={<BlogScreen />} />
      </Routes>,
    ),
  };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = () => page.getByRole('alertdialog', { name: 'Publish without 2 images?' });
const published = () => page.getByRole('checkbox', { name: /^Published/ });
const field = (label: string) => page.getByLabelText(new RegExp(`^${label}( \\*)?$`));

it('names what still stands in the place of images before a form publishes it', async () => {
  const { saved, shown } = open(`/admin/blog/${post.id}`);
  await shown;
  await field('Title').fill('Harvest of 2026');
  await button('Save').click();
  // Drafts may contain placeholders.
  await expect.poll(() => saved().length).toBe(1);
  await field('Author').fill('Ada Stone');
  await published().click();
  await button('Save').click();
  await expect.element(question().getByRole('listitem').first()).toHaveTextContent(words);
  await question().getByRole('button', { name: 'Back to the text' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(saved()).toHaveLength(1);
  await expect.element(field('Author')).toHaveValue('Ada Stone');
  await expect.element(published()).toBeChecked();
  await expect.element(page.getByText(words)).toBeVisible();

  await button('Save').click();
  await question().getByRole('button', { name: 'Publish anyway' }).click();
  await expect
    .poll(() => saved().at(-1)?.body)
    .toMatchObject({
      ...{ published: true, author_name: 'Ada Stone' },
    });
  // Once confirmed, the question is not asked again.
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  await field('Author').fill('Ada');
  await button('Save').click();
  await expect.poll(() => saved().length).toBe(3);
});

it('asks as well where the list publishes', async () => {
  const { saved, shown } = open('/admin/blog');
  await shown;
  await button('Publish Harvest').click();
  await expect.element(question()).toMatchTextContent(/image002\.png/);
  await question().getByRole('button', { name: 'Back to the text' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(saved()).toEqual([]);
  await button('Publish Harvest').click();
  await question().getByRole('button', { name: 'Publish anyway' }).click();
  await expect.poll(() => saved().at(-1)?.body).toMatchObject({ published: true });
});

it('lists what is scheduled, one state at a time', async () => {
  const { asked, shown } = open('/admin/blog?published=scheduled', {
    ...{ ...post, published: true, published_at: '2099-01-01T12:00:00Z' },
  });
  await shown;
  const row = page.getByRole('row', { name: /Harvest/ });
  await expect.element(row.getByText('Scheduled')).toBeVisible();
  expect(asked()).toEqual({ published: ['true'], published_at: { from: 'now' } });
  await page.getByRole('button', { name: 'Status: Scheduled' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Published' }).click();
  const out = { published: ['true'], published_at: { until: 'now', or_empty: true } };
  await expect.poll(asked).toEqual(out);
});
