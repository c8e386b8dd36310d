import { orderNumber } from '#domain/order.ts';
import { fieldLabel } from '../data/field-label.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export type Change = RowOf<'audit_log'>;

interface LoggedTable {
  /** One row, as used in the middle of a sentence. */
  noun: string;
  /** As an option of the filter. */
  plural: string;
  /** The column that people know a row by. */
  name?: string;
  /** The table that has that column in the row of the same id, if it is a different one. */
  namedIn?: string;
  /** The path where the row can be seen. */
  open?: (id: string) => string;
}

/** The tables the log covers, in the wording of the screens. */
export const loggedTables: Readonly<Record<string, LoggedTable>> = {
  products: {
    noun: 'product',
    plural: 'Products',
    name: 'name',
    open: (id) => `/admin/products/${id}`,
  },
  orders: { noun: 'order', plural: 'Orders', open: openOrder },
  refunds: { noun: 'refund', plural: 'Refunds' },
  email_outbox: { noun: 'email', plural: 'Emails', open: () => '/admin/failed-mails' },
  notes: { noun: 'note', plural: 'Notes' },
  text_versions: { noun: 'text', plural: 'Texts', name: 'place', open: () => '/admin/texts' },
  shipments: { noun: 'parcel', plural: 'Shipments' },
  contacts: { noun: 'message', plural: 'Contact messages' },
  testimonials: {
    noun: 'testimonial',
    plural: 'Testimonials',
    name: 'name',
    open: (id) => `/admin/testimonials/${id}`,
  },
  partners: {
    noun: 'partner',
    plural: 'Partners',
    name: 'name',
    open: (id) => `/admin/partners/${id}`,
  },
  blog_posts: {
    noun: 'blog post',
    plural: 'Blog posts',
    name: 'title',
    open: (id) => `/admin/blog/${id}`,
  },
  delivery_zones: {
    noun: 'delivery zone',
    plural: 'Delivery zones',
    name: 'name',
    open: (id) => `/admin/delivery/zones/${id}`,
  },
  delivery_rates: {
    noun: 'delivery rate',
    plural: 'Delivery rates',
    name: 'name',
    open: (id) => `/admin/delivery/rates/${id}`,
  },
  tax_rates: { noun: 'tax rate', plural: 'Tax rates', open: (id) => `/admin/taxes/${id}` },
  discounts: {
    noun: 'discount',
    plural: 'Discounts',
    name: 'code',
    open: (id) => `/admin/discounts/${id}`,
  },
  pictures: { noun: 'picture', plural: 'Pictures', name: 'title', open: () => '/admin/pictures' },
  validity_codes: { noun: 'validity code', plural: 'Validity codes', name: 'code' },
  batches: { noun: 'batch', plural: 'Batches', name: 'code', open: openBatch },
  batch_results: { noun: 'laboratory result', plural: 'Laboratory results', name: 'analyte' },
  batch_documents: { noun: 'laboratory document', plural: 'Laboratory documents', name: 'title' },
  product_requirements: {
    noun: 'laboratory requirements',
    plural: 'Laboratory requirements',
    name: 'name',
    namedIn: 'products',
    open: (id) => `/admin/products/${id}`,
  },
  unit_codes: { noun: 'unit codes', plural: 'Unit codes' },
  recalls: {
    noun: 'recall',
    plural: 'Recalls',
    name: 'reason',
    open: (id) => `/admin/recalls/${id}`,
  },
  code_alerts: { noun: 'alert', plural: 'Alerts', open: () => '/admin/alerts' },
  site_settings: { noun: 'setting', plural: 'Settings', open: () => '/admin/settings' },
  admins: { noun: 'administrator', plural: 'Administrators', open: openAdministrators },
  admin_invitations: {
    noun: 'invitation',
    plural: 'Invitations',
    open: openAdministrators,
  },
};

const actions: Readonly<Record<string, string>> = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Deleted',
};

/** "Changed product". */
export function actionLabel(change: Change): string {
  const { action, table_name } = change;
  if (table_name === 'unit_codes') {
    if (action === 'insert') return 'Issued unit codes';
    return textIn(change, 'status') === 'void' ? 'Voided unit code' : 'Restored unit code';
  }
  return `${actions[action] ?? action} ${loggedTables[table_name]?.noun ?? table_name}`;
}

/** Who did it. Null in the log means a payment that arrived or a command on the machine. */
export function actorLabel({ actor_email, actor_id }: Change): string {
  return actor_email ?? (actor_id ? 'A deleted account' : 'The shop');
}

/** Not done by a person. */
export const isByShop = ({ actor_email, actor_id }: Change): boolean => !actor_email && !actor_id;

/** The name of the row, as far as the entry itself contains it. */
export function ownName(change: Change): string | null {
  const { table_name, row_id } = change;
  if (table_name === 'orders') return `#${orderNumber(row_id)}`;
  if (table_name === 'site_settings') return fieldLabel(row_id);
  if (table_name === 'unit_codes') {
    const batch = textIn(change, 'batch');
    return batch ? `of batch ${batch}` : `Unit ${row_id}`;
  }
  const orderId = textIn(change, 'order_id');
  if (orderId) return `of order #${orderNumber(orderId)}`;
  if (table_name === 'admins' || table_name === 'admin_invitations') {
    return textIn(change, 'email');
  }
  const column = loggedTables[table_name]?.name;
  return column ? textIn(change, column) : null;
}

/** The path where the row can be seen; null if there is none. */
export function pathOfChange(change: Change): string | null {
  if (change.action === 'delete') return null;
  const orderId = textIn(change, 'order_id');
  if (orderId) return openOrder(orderId);
  const batchId = textIn(change, 'batch_id');
  if (batchId) return openBatch(batchId);
  // Codes are issued for a batch, whose id is in the entry; a single unit has no page.
  if (change.table_name === 'unit_codes') {
    return change.action === 'insert' ? openBatch(change.row_id) : null;
  }
  return loggedTables[change.table_name]?.open?.(change.row_id) ?? null;
}

function textIn({ before, after }: Change, column: string): string | null {
  for (const row of [after, before] as (Record<string, unknown> | null)[]) {
    const value = row?.[column];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function openAdministrators(): string {
  return '/admin/settings/administrators';
}

function openBatch(id: string): string {
  return `/admin/batches/${id}`;
}

function openOrder(id: string): string {
  return `/admin/orders?order=${id}`;
}
