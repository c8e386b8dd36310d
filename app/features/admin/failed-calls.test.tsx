import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import BlogScreen from './blog/blog-screen.tsx';
import ContactsScreen from './contacts/contacts-screen.tsx';
import FailedMailsScreen from './failed-mails/failed-mails-screen.tsx';
import OrdersScreen from './orders/orders-screen.tsx';
import ProductsScreen from './products/products-screen.tsx';
import TestimonialsScreen from './testimonials/testimonials-screen.tsx';
import { CodeList } from './validity/code-list.tsx';

/** What the owner reads if the shop could not do something, and that nothing typed is lost. */

const moment = '2026-11-20T12:00:00Z';
const stored = {
  id: '10000000-0000-4000-8000-000000000001',
  created_at: moment,
  updated_at: moment,
  name: 'Maya Stone',
};
const product = {
  ...stored,
  slug: 'maya',
  description: '',
  price: 10,
  compare_at_price: null,
  weight_type: '30g',
  sold_out: false,
  initial_view_count: 0,
  view_count: 0,
  image_url: '',
  image_urls: [],
  image_alts: {},
  image_focus: null,
  tags: [],
  supplement_facts: null,
  seo_title: '',
  seo_description: '',
  seo_keywords: '',
};
const order = {
  ...stored,
  email: 'maya@mail.example',
  total_amount: 39.9,
  status: 'pending',
  payment_status: 'paid',
};

const notices = () => page.getByRole('region', { name: 'Notifications' });
const notice = (text: string) => notices().getByText(text, { exact: true });
const field = (label: string) => page.getByLabelText(new RegExp(`^${label}( \\*)?$`));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const writes = ({ method, path }: Call) => method !== 'GET' && !path.includes('/rpc/');

/** Lists contain this one row and can be read; every other call fails with `failure`. */
function answerWith(row: object, failure: { status: number; body: object } = broken): Call[] {
  return answerCalls((call) => {
    if (call.path.endsWith('/rpc/admin_list')) return { body: { rows: [row], total: 1 } };
    if (writes(call)) return failure;
    return { body: call.path.includes('/rest/v1/') ? [row] : {} };
  });
}

/** Mounted below its path, as in the admin area. */
const below = (path: string, screen: React.ReactNode) => (
  <Routes>
    <Route path={`${path.slice(1)}/*`} element={screen} />
  </Routes>
);

it('a testimonial: Failed to save, and what was typed stays', async () => {
  answerWith(stored);
  const screen = below('/admin/testimonials', <TestimonialsScreen />);
  await renderAdmin('/admin/testimonials/new', screen);
  await field('Name').fill('Lost');
  await field('Content').fill('Words');
  await button('Create testimonial').click();
  await expect.element(notice('Failed to save testimonial')).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Lost');
  await expect.element(field('Content')).toHaveValue('Words');
});

it('a message: Error updating contact, and its dialog stays', async () => {
  answerWith({
    ...stored,
    email: 'maya@mail.example',
    phone: '1',
    message: 'Hi',
    answered_at: null,
  });
  await renderAdmin('/admin/contacts', <ContactsScreen />);
  await button('Maya Stone').click();
  await button('Mark as answered').click();
  await expect.element(notice('Error updating contact')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Message from Maya Stone' })).toBeVisible();
  await button('Close').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('a code: Failed to add, and what was typed stays', async () => {
  answerWith({ ...stored, code: 'SH1001', product_name: 'Resin' });
  await renderAdmin('/admin/validity', <CodeList />);
  await field('New code').fill('AWAY1');
  await button('Add code').click();
  await expect.element(notice('Failed to add validity code')).toBeVisible();
  await expect.element(field('New code')).toHaveValue('AWAY1');
});

it('a post: Failed to update and to save', async () => {
  const post = { ...stored, title: 'Maya', slug: 'maya', author_name: 'Ada', published: true };
  answerWith(post);
  const list = await renderAdmin('/admin/blog', below('/admin/blog', <BlogScreen />));
  await button('Unpublish Maya').click();
  await expect.element(notice('Failed to update blog post')).toBeVisible();
  await list.unmount();
  await renderAdmin('/admin/blog/new', below('/admin/blog', <BlogScreen />));
  await field('Title').first().fill('Lost');
  await page.getByRole('textbox', { name: 'Content' }).fill('Words');
  await button('Create post').click();
  await expect.element(notice('Failed to save blog post')).toBeVisible();
  await expect.element(field('Title').first()).toHaveValue('Lost');
});

it('a post that cannot be read says so, and comes once it can', async () => {
  let away = true;
  const post = { ...stored, title: 'Maya', slug: 'maya', author_name: 'Ada', content: 'Words' };
  answerCalls(() => (away ? broken : { body: [post] }));
  await renderAdmin(`/admin/blog/${stored.id}`, below('/admin/blog', <BlogScreen />));
  await expect.element(page.getByText('The blog post could not be loaded.')).toBeVisible();
  away = false;
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'Maya', level: 1 })).toBeVisible();
});

const saidByDatabase = { status: 400, body: { message: 'said by the database' } };

it('products: Error fetching, with what the database says', async () => {
  answerCalls(() => saidByDatabase);
  await renderAdmin('/admin/products', below('/admin/products', <ProductsScreen />));
  await expect.element(notice('Error fetching products')).toBeVisible();
  await expect.element(notice('said by the database')).toBeVisible();
});

it('a product: Error creating and Error updating, with what the database says', async () => {
  answerWith(product, saidByDatabase);
  const screen = below('/admin/products', <ProductsScreen />);
  const created = await renderAdmin('/admin/products/new', screen);
  await field('Name').first().fill('Refused Resin');
  await field('Price').fill('1');
  await button('Create product').click();
  await expect.element(notice('Error creating product')).toBeVisible();
  await expect.element(notice('said by the database').first()).toBeVisible();
  await created.unmount();
  await renderAdmin(`/admin/products/${product.id}`, screen);
  await field('Price').fill('2');
  await button('Save').click();
  await expect.element(notice('Error updating product')).toBeVisible();
});

it.each([
  [
    { code: '23505', message: 'duplicate key value violates "products_slug_key"' },
    'Another product already uses this slug.',
  ],
  [
    { code: '53100', message: 'could not extend file "base/5/16402"' },
    "The shop's disk is full, so nothing was saved. Free some space, then try again.",
  ],
  [
    { code: 'XX000', message: 'cache lookup failed for relation 16402' },
    'Something went wrong in the shop. Please try again.',
  ],
])('a product that is refused with $code is told so in plain words', async (body, said) => {
  answerCalls(({ method }) => (method === 'POST' ? { status: 409, body } : { body: [] }));
  await renderAdmin('/admin/products/new', below('/admin/products', <ProductsScreen />));
  await field('Name').first().fill('Refused Resin');
  await field('Price').fill('1');
  await button('Create product').click();
  await expect.element(notice(said)).toBeVisible();
  await expect.element(page.getByText(body.message)).not.toBeInTheDocument();
});

it('an order’s status that cannot be saved is taken back: Update failed', async () => {
  answerWith(order);
  await renderAdmin('/admin/orders', <OrdersScreen />);
  const status = page.getByLabelText('Status of order 10000000');
  await status.selectOptions('shipped');
  await expect
    .element(notice('Update failed: Could not update the order status. Please try again.'))
    .toBeVisible();
  await expect.element(status).toHaveValue('pending');
});

it('an export that breaks off says so: Export failed', async () => {
  let away = false;
  answerCalls(() => (away ? broken : { body: { rows: [order], total: 1 } }));
  await renderAdmin('/admin/orders', <OrdersScreen />);
  await expect.element(page.getByText('#10000000')).toBeVisible();
  away = true;
  await button('More for orders').click();
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  await expect.element(notice('Export failed')).toBeVisible();
});

it('orders that are not there after 3 seconds are read once more', async () => {
  const calls = answerCalls(() => ({ body: { rows: [], total: 0 } }));
  await renderAdmin('/admin/orders', <OrdersScreen />);
  await expect.element(page.getByText('No orders found')).toBeVisible();
  await expect.poll(() => calls.length).toBe(2);
});

it('a mail: Email not sent, Failed to dismiss email', async () => {
  const mail = { kind: 'paid', recipient: 'a@mail.example', subject: 'Your order', order_id: null };
  answerWith({ ...stored, ...mail, last_error: '550', failed_at: moment });
  await renderAdmin('/admin/failed-mails', <FailedMailsScreen />);
  await button('Send again: Your order').click();
  await expect.element(notice('Email not sent')).toBeVisible();
  await button('Dismiss: Your order').click();
  await expect.element(notice('Failed to dismiss email')).toBeVisible();
});
