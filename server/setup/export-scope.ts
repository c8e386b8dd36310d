import type { Queryable } from '@liv-fit/backend/database';

/** Schemas that `npm run export` writes in full. */
export const exportedSchemas = ['public', 'private'] as const;

/** Derived from other tables: exports omit them, imports rebuild them. */
const derivedTables = [
  'private.search_pages',
  'private.search_words',
  'private.sales_quarters',
  'private.product_sales',
  'private.place_sales',
  'private.stale_sales',
  'public.customers',
  'private.stale_customers',
  'private.picture_uses',
  'public.picture_sums',
] as const;

/** Tables that are meaningless in another installation. */
const passingTables = [
  'private.rate_limits',
  'auth.rate_limits',
  // Salts are deleted after two days, so that the hashed networks of checks can't be traced
  // afterwards; backups live longer.
  'private.check_salts',
] as const;

/**
 * Tables that may have rows even in an otherwise empty shop, from migrations, its first start or
 * deleted pages; an import replaces them.
 */
export const tablesReplacedOnImport = [
  'private.settings',
  'storage.buckets',
  ...derivedTables,
  ...passingTables,
] as const;

/**
 * Rows that an export omits, as an SQL condition per table: derived ones, and unsent emails with a
 * link that grants access (a reset, an invitation), which can be requested again.
 */
export const rowsNotExported = {
  ...Object.fromEntries([...derivedTables, ...passingTables].map((table) => [table, 'true'])),
  'private.email_outbox': "secret and status <> 'sent' and text <> ''",
} as const;

/** Fills in what an export leaves out, from the imported rows. */
export async function rebuildDerivedTables(connection: Queryable): Promise<void> {
  for (const table of ['search', 'buyable', 'sales', 'customers', 'picture_uses']) {
    await connection.query({ text: `select private.rebuild_${table}()`, answerTimeout: 0 });
  }
}
