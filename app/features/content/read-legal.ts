import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { type LegalPage, type LegalText, legalPages, readLegalText } from '#domain/legal-texts.ts';

/** A legal page's text; the default when the owner's cannot be read, which `complete` tells. */
export async function readLegal(
  context: Readonly<RouterContextProvider>,
  page: LegalPage,
): Promise<{ text: LegalText; complete: boolean }> {
  const rows = await readRows(
    context,
    loaderTables(context).from('site_settings').select('value').eq('key', legalPages[page].key),
  );
  return { text: readLegalText(page, rows?.[0]?.value), complete: rows !== null };
}
