import { adminScreens } from '../admin-screens.ts';
import type { PaletteEntry } from './palette-entry.ts';

const page = (title: string, path: string, line = ''): PaletteEntry => ({
  id: `page:${path}`,
  title,
  line,
  to: path,
});

const screens = adminScreens.flatMap(({ path, label, icon }) =>
  icon ? [page(label, `/admin/${path}`)] : [],
);

/** Actions available from anywhere. */
export const actionEntries: readonly PaletteEntry[] = [
  page('Add product', '/admin/products/new', 'Products'),
  {
    ...page('Ship…', '/admin/orders', 'An order, with tracking'),
    id: 'action:ship',
    verb: 'ship',
  },
  { ...page('Refund…', '/admin/orders', 'An order'), id: 'action:refund', verb: 'refund' },
  page('Add blog post', '/admin/blog/new', 'Blog, write an article'),
  page('Add testimonial', '/admin/testimonials/new', 'Testimonials'),
  page('Add partner', '/admin/partners/new', 'Partners'),
  page('Add delivery zone', '/admin/delivery/zones/new', 'Delivery'),
  page('Add tax rate', '/admin/taxes/new', 'Taxes'),
  page('Add discount', '/admin/discounts/new', 'Discounts, coupon'),
];

/** Pages below a screen, and its lists with their most common filters. */
const further = [
  page('Generate codes', '/admin/validity/generate', 'Validity Codes'),
  page('Import codes', '/admin/validity/import', 'Validity Codes, CSV'),
  page('Orders to ship', '/admin/orders?payment=paid&status=pending,processing', 'Orders'),
  page('Payments to review', '/admin/orders?payment=review', 'Orders'),
  page('Scheduled posts', '/admin/blog?published=scheduled', 'Blog'),
  page('Failed emails', '/admin/failed-mails', 'Send again'),
  page('View the shop', '/', 'As visitors see it'),
];

/** The screens of the sidebar, which an empty palette shows. */
export const screenEntries: readonly PaletteEntry[] = screens;

/** Everything with its own URL, except the actions. */
export const pageEntries: readonly PaletteEntry[] = [...screens, ...further];
