/** Whose tables `npm run export` takes along whole. */
export const movedSchemas = ['public', 'private'] as const;

/** Derived from other tables: an export leaves them out, an import derives them anew. */
const derivedTables = [
  'private.search_pages',
  'private.search_words',
  'private.sales_quarters',
  'private.product_sales',
  'private.stale_sales',
] as const;

/**
 * Tables of which migrations, the first start or deleted pages leave rows in an otherwise empty shop;
 * an import replaces them.
 */
export const replacedTables = ['private.settings', 'storage.buckets', ...derivedTables] as const;

/**
 * Emails that hold a way in (a reset link, an invitation) and have not gone out: whoever asked for
 * one asks again.
 */
export const keptBack = {
  ...Object.fromEntries(derivedTables.map((table) => [table, 'true'])),
  'private.email_outbox': "secret and status <> 'sent' and text <> ''",
} as const;
