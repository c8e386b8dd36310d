import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { fillInAmount } from '#domain/free-shipping-claim.ts';
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
  const { site, selling } = context.get(appContext);
  const text = readLegalText(page, rows?.[0]?.value).map((section) => ({
    ...section,
    text: fillInAmount(section.text, site, selling.zones),
  }));
  return { text, complete: rows !== null };
}
