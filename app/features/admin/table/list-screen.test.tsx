import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import AuditScreen from '../audit/audit-screen.tsx';
import { PostList } from '../blog/post-list.tsx';
import ContactsScreen from '../contacts/contacts-screen.tsx';
import FailedMailsScreen from '../failed-mails/failed-mails-screen.tsx';
import OrdersScreen from '../orders/orders-screen.tsx';
import { PartnerList } from '../partners/partner-list.tsx';
import { ProductList } from '../products/product-list.tsx';
import { TestimonialList } from '../testimonials/testimonial-list.tsx';
import { CodeList } from '../validity/code-list.tsx';

const moment = '2026-11-20T12:00:00Z';
const rowOf = (id: string, name: string) => ({
  id,
  created_at: moment,
  updated_at: moment,
  name,
  active: true,
});

interface ListCase {
  list: string;
  path: string;
  Screen: React.ComponentType;
  /** The specified notices and texts; null if there is no notice. */
  fetchFailed: string | null;
  notLoaded: string;
  empty: string;
  row: object;
  /** A text that shows that the row is there. */
  shown: string;
}
interface Deleting {
  button: string;
  question: string;
  deleted: string;
  failed: string;
  /** The table that holds the rows, if not the list itself. */
  table?: string;
}

const maya = rowOf('10000000-0000-4000-8000-000000000001', 'Maya Stone');
const lists: (ListCase & { deleting?: Deleting })[] = [
  {
    list: 'orders',
    path: '/admin/orders',
    Screen: OrdersScreen,
    fetchFailed: null,
    notLoaded: 'Error loading orders. Please try refreshing the page.',
    empty: 'No orders found',
    row: {
      ...maya,
      email: 'maya@mail.example',
      total_amount: 39.9,
      status: 'pending',
      payment_status: 'paid',
    },
    shown: '#10000000',
  },
  {
    list: 'products',
    path: '/admin/products',
    Screen: ProductList,
    fetchFailed: 'Error fetching products',
    notLoaded: 'The products could not be loaded.',
    empty: 'No products found',
    row: {
      ...maya,
      price: 10,
      weight_type: '30g',
      tags: [],
      sold_out: false,
      published: true,
      buyable: true,
      stock: null,
      image_url: '',
    },
    shown: 'AVAILABLE',
    deleting: {
      button: 'Delete Maya Stone',
      question: 'Delete "Maya Stone"?',
      deleted: 'Product deleted successfully!',
      failed: 'Error deleting product',
    },
  },
  {
    list: 'blog_posts',
    path: '/admin/blog',
    Screen: PostList,
    fetchFailed: 'Failed to fetch blog posts',
    notLoaded: 'The blog posts could not be loaded.',
    empty: 'No blog posts yet.',
    row: { ...maya, title: 'Maya Stone', slug: 'maya', author_name: 'Ada', published: false },
    shown: '/blog/maya',
    deleting: {
      button: 'Delete Maya Stone',
      question: 'Delete "Maya Stone"?',
      deleted: 'Blog post deleted successfully',
      failed: 'Failed to delete blog post',
    },
  },
  {
    list: 'contacts',
    path: '/admin/contacts',
    Screen: ContactsScreen,
    fetchFailed: 'Error fetching contacts',
    notLoaded: 'The messages could not be loaded.',
    empty: 'No contact messages found.',
    row: { ...maya, email: 'maya@mail.example', phone: '1', message: 'Hello', answered_at: null },
    shown: 'Hello',
    deleting: {
      button: 'Delete the message from Maya Stone',
      question: 'Delete the message from Maya Stone?',
      deleted: 'Contact deleted',
      failed: 'Error deleting contact',
    },
  },
  {
    list: 'testimonials',
    path: '/admin/testimonials',
    Screen: TestimonialList,
    fetchFailed: 'Failed to fetch testimonials',
    notLoaded: 'The testimonials could not be loaded.',
    empty: 'No testimonials found.',
    row: { ...maya, content: 'It dissolves well.', rating: 5, media_type: 'none' },
    shown: 'It dissolves well.',
    deleting: {
      button: 'Delete the testimonial of Maya Stone',
      question: 'Delete the testimonial of Maya Stone?',
      deleted: 'Testimonial deleted successfully',
      failed: 'Failed to delete testimonial',
    },
  },
  {
    list: 'partners',
    path: '/admin/partners',
    Screen: PartnerList,
    fetchFailed: 'Failed to fetch partners',
    notLoaded: 'The partners could not be loaded.',
    empty: 'No partners found.',
    row: { ...maya, website_url: 'https://maya.example' },
    shown: 'https://maya.example',
    deleting: {
      button: 'Delete Maya Stone',
      question: 'Delete Maya Stone?',
      deleted: 'Partner deleted successfully',
      failed: 'Failed to delete partner',
    },
  },
  {
    list: 'product_validity_view',
    path: '/admin/validity',
    Screen: CodeList,
    fetchFailed: 'Failed to fetch validity codes',
    notLoaded: 'The codes could not be loaded.',
    empty: 'No validity codes found',
    row: { ...maya, code: 'SH1001', product_name: 'Resin' },
    shown: 'SH1001',
    deleting: {
      button: 'Delete the code SH1001',
      question: 'Delete the code SH1001?',
      deleted: 'Validity code deleted successfully',
      failed: 'Failed to delete validity code',
      table: 'validity_codes',
    },
  },
  {
    list: 'audit_log',
    path: '/admin/audit',
    Screen: AuditScreen,
    fetchFailed: 'Error fetching the change log',
    notLoaded: 'The change log could not be loaded.',
    empty: 'No changes found.',
    row: {
      id: 1,
      created_at: moment,
      table_name: 'partners',
      row_id: maya.id,
      action: 'update',
      actor_email: 'owner@livfit.example',
      before: { name: 'May' },
      after: { name: 'Maya' },
    },
    shown: 'owner@livfit.example',
  },
  {
    list: 'failed_mails',
    path: '/admin/failed-mails',
    Screen: FailedMailsScreen,
    fetchFailed: 'Failed to fetch emails',
    notLoaded: 'The emails could not be loaded.',
    empty: 'No failed emails.',
    row: {
      ...maya,
      order_id: null,
      kind: 'paid',
      recipient: 'maya@mail.example',
      subject: 'Your order',
      last_error: '550',
      failed_at: moment,
    },
    shown: 'maya@mail.example',
  },
];

const isList = (path: string) => path === '/rest/v1/rpc/admin_list';
const notices = () => page.getByRole('region', { name: 'Notifications' });
const pageOf = (rows: object[], total = rows.length) => ({ body: { rows, total } });

describe.each(lists)('the list of $list', ({ Screen, ...each }) => {
  it('says that it could not be read, and reads again when asked to', async () => {
    let away = true;
    answerCalls(({ path }) => {
      if (!isList(path)) return { body: [] };
      return away ? broken : pageOf([each.row]);
    });
    await renderAdmin(each.path, <Screen />);
    // Checked in parallel: on a busy machine, a notice would disappear before the other checks are done.
    const told = each.fetchFailed
      ? notices().getByRole('alert').filter({ hasText: each.fetchFailed })
      : page.getByText(each.notLoaded);
    await Promise.all([
      expect.element(page.getByText(each.notLoaded)).toBeVisible(),
      expect.element(told).toBeVisible(),
    ]);
    away = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText(each.shown).first()).toBeVisible();
    await expect.element(page.getByText(each.notLoaded)).not.toBeInTheDocument();
  });

  it('says that there are more than it counts', async () => {
    answerCalls(({ path }) =>
      isList(path) ? { body: { rows: [each.row], total: 10_000, more: true } } : { body: [] },
    );
    await renderAdmin(each.path, <Screen />);
    await expect.element(page.getByText(/of more than 10,000$/)).toBeVisible();
  });

  it('says that it is empty', async () => {
    answerCalls(({ path }) => (isList(path) ? pageOf([]) : { body: [] }));
    await renderAdmin(each.path, <Screen />);
    await expect.element(page.getByText(each.empty, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    await expect.element(page.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  });

  it('asks for the page, the order and the words of its address', async () => {
    const calls = answerCalls(({ path }) =>
      isList(path) ? pageOf([each.row], 200) : { body: [] },
    );
    await renderAdmin(`${each.path}?q=maya&page=2&sort=created_at`, <Screen />);
    await expect.element(page.getByText(each.shown).first()).toBeVisible();
    const asked = () => calls.filter(({ path }) => isList(path)).at(-1)?.body;
    const { take } = asked();
    expect(asked()).toMatchObject({
      list: each.list,
      search: 'maya',
      sort: 'created_at',
      ascending: true,
      skip: take,
    });
    await page.getByRole('button', { name: 'Page 3' }).click();
    await expect.poll(() => asked().skip).toBe(2 * take);
    expect(new URLSearchParams(window.location.search).get('page')).toBe('3');
    // A new search starts at its first page.
    await page.getByRole('searchbox').fill('ben');
    await expect.poll(() => asked()).toMatchObject({ search: 'ben', skip: 0 });
    expect(window.location.search).toContain('q=ben');
    expect(window.location.search).not.toContain('page=');
  });
});

const deletable = lists.flatMap(({ deleting, ...each }) =>
  deleting ? [{ ...each, ...deleting }] : [],
);
describe.each(deletable)('deleting in the list of $list', ({ Screen, ...each }) => {
  const table = `/rest/v1/${each.table ?? each.list}`;

  it('asks first, says that it is done, and reads the list anew', async () => {
    const rows = [each.row];
    const calls = answerCalls(({ method, path }) => {
      if (method === 'DELETE') rows.pop();
      return isList(path) ? pageOf([...rows]) : { body: [] };
    });
    const deletions = () => calls.filter(({ method }) => method === 'DELETE');
    await renderAdmin(each.path, <Screen />);
    await page.getByRole('button', { name: each.button }).click();
    await expect.element(page.getByRole('alertdialog', { name: each.question })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(deletions()).toEqual([]);

    await page.getByRole('button', { name: each.button }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(notices().getByText(each.deleted, { exact: true })).toBeVisible();
    await expect.element(page.getByText(each.empty, { exact: true })).toBeVisible();
    expect(deletions().map(({ path }) => path)).toEqual([`${table}?id=in.(${maya.id})`]);
  });

  it('says that it failed, and keeps the row', async () => {
    answerCalls(({ method, path }) => {
      if (method === 'DELETE') return broken;
      return isList(path) ? pageOf([each.row]) : { body: [] };
    });
    await renderAdmin(each.path, <Screen />);
    await page.getByRole('button', { name: each.button }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect
      .element(notices().getByRole('alert').getByText(each.failed, { exact: true }))
      .toBeVisible();
    await expect.element(page.getByText(each.shown).first()).toBeVisible();
  });
});

it('deletes what is selected, after a question that counts it', async () => {
  const partners = [
    { ...maya, website_url: null },
    { ...rowOf('10000000-0000-4000-8000-000000000002', 'Ben Okafor'), website_url: null },
    { ...rowOf('10000000-0000-4000-8000-000000000003', 'Ines Vega'), website_url: null },
  ];
  let left = partners;
  const calls = answerCalls(({ method, path, body }) => {
    if (method === 'DELETE') left = left.filter(({ id }) => !path.includes(id));
    if (method === 'PATCH') left = left.map((row) => ({ ...row, ...body }));
    return isList(path) ? pageOf(left) : { body: [] };
  });
  await renderAdmin('/admin/partners', <PartnerList />);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(notices().getByText('Partner updated successfully')).toBeVisible();
  await expect.element(page.getByText('Inactive').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Ines Vega' }).click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 partners?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('2 selected')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Ines Vega', exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Ben Okafor', exact: true }))
    .not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/rest/v1/partners?id=in.(${partners[0]?.id},${partners[1]?.id})`,
  ]);
});
