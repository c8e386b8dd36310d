import type { Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { rules } from './rules.ts';

/**
 * Warnings we have reviewed and accept, by rule: what was found, and why it stays. Errors are never
 * accepted.
 */
const explained: Record<string, Record<string, string>> = {
  'several policies for one role and command': Object.fromEntries([
    ...['select', 'insert', 'delete'].map((command) => [
      `objects for ${command} as authenticated`,
      'Each bucket has its own rules.',
    ]),
    ...[
      'blog_posts',
      'delivery_rates',
      'delivery_zones',
      'orders',
      'partners',
      'products',
      'shipments',
      'site_settings',
      'testimonials',
      'validity_codes',
    ].map((table) => [
      `${table} for select as authenticated`,
      'What everybody sees and what admins see are two sentences; joined by `or` nobody could read them. Both look up who asks once a query, not once a row.',
    ]),
  ]),
  'policy that lets everything through': {
    'contacts: Anyone may send a message':
      'The contact form is for everybody. Columns are granted one by one, limits and lengths are checked by triggers and constraints.',
  },
  'table without a primary key': {
    'private.product_sales': 'Sums that are made anew day by day; a line may have no name.',
    'private.stale_customers': 'Marks that are only added, also twice, and taken away together.',
    'private.stale_sales': 'Marks that are only added, also twice, and taken away together.',
  },
  'function with its owner’s rights that clients may call': {
    'former_address as anon':
      'Says where a renamed page went, from a table that nobody may list; it answers one name at a time.',
    'former_address as authenticated': 'As for anonymous visitors.',
    'search_shop as anon':
      'Searches what the pages show; with its caller’s rights it could not use the indexes. Drafts are left out by name.',
    'search_shop as authenticated': 'As for anonymous visitors.',
    'admin_batch_stock as authenticated': 'As for admin_overview.',
    'admin_code_checks as authenticated': 'As for admin_overview.',
    'admin_customer as authenticated': 'As for admin_overview.',
    'admin_discount_uses as authenticated': 'As for admin_overview.',
    'admin_find as authenticated': 'As for admin_list: what the palette finds.',
    'admin_ledger as authenticated': 'As for admin_overview.',
    'admin_list as authenticated':
      'Lists for the admin area; its first act is to refuse whoever is no admin.',
    'admin_log_people as authenticated':
      'As for admin_list: walks an index of the log instead of reading all of it.',
    'admin_overview as authenticated': 'As for admin_list: sums of tables too large to be read.',
    'admin_order_money as authenticated': 'As for admin_overview.',
    'admin_picture_uses as authenticated': 'As for admin_list: what uses a picture is private.',
    'replace_picture as authenticated':
      'Refuses whoever is no admin; reads what uses a picture, which is private.',
    'change_stock as authenticated': 'As for admin_overview.',
    'refused_codes as authenticated':
      'Refuses whoever is no admin; asks the rule of codes, which is private.',
    'order_batches as authenticated':
      'Names the batches that were sent with an order to its customer, who may not read the tables.',
    'admin_sales as authenticated': 'As for admin_overview.',
    'admin_sales_by as authenticated': 'As for admin_overview.',
  },
};

describe.each(testDatabases)('the schema on $name', (testDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase.openMigrated();
  });
  afterAll(() => database?.close());

  it.each(rules)('has no $name', async ({ name, level, query }) => {
    const { rows } = await database.query<{ subject: string }>({ text: query });
    const found = rows.map(({ subject }) => subject).sort();
    const kept = Object.keys(explained[name] ?? {}).sort();
    expect({ level, found }).toEqual({ level, found: level === 'error' ? [] : kept });
  });
});
