/** Whose tables `npm run export` takes along whole. */
export const movedSchemas = ['public', 'private'] as const;

/**
 * Tables of which migrations and the first start leave rows in an otherwise empty shop; an import
 * replaces them.
 */
export const replacedTables = ['private.settings', 'storage.buckets'] as const;
