/** Whose tables `npm run export` takes along whole. */
export const movedSchemas = ['public', 'private'] as const;

/**
 * Tables of which migrations and the first start leave rows in an otherwise empty shop; an import
 * replaces them.
 */
export const replacedTables = ['private.settings', 'storage.buckets'] as const;

/**
 * Emails that hold a way in (a reset link, an invitation) and have not gone out: whoever asked for
 * one asks again.
 */
export const keptBack = {
  'private.email_outbox': "secret and status <> 'sent' and text <> ''",
} as const;
