import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { asPrinted, defaultProductName } from '#domain/validity-code.ts';

/**
 * `unchecked` is shown as INVALID too, but does not claim that the number is unknown. `code` is the
 * one that was found, otherwise what was typed; `product` what a found one belongs to.
 */
export type CodeAnswer = {
  state: 'valid' | 'invalid' | 'unchecked';
  code: string;
  product?: string;
} | null;

/** Printable ASCII, at most 64 characters: nothing else can be a code. */
const possible = /^[\x20-\x7e]{1,64}$/;

/**
 * Looks a batch code up: as typed, and when there is none, as codes are printed, or as it was added.
 * All are one call, so that they count as one check. Null when nothing was entered.
 *
 * The whole road: the form (`validity.tsx`) posts to the action of `app/routes/validity.tsx`, which
 * calls this. This asks the table interface with the code in a header, `server/api/limit-lookups.ts`
 * counts it against guessing, and the policy in `supabase/schemas/validity_codes.sql` opens the rows
 * of these spellings and no others.
 */
export async function checkBatchCode(
  context: Readonly<RouterContextProvider>,
  entered: string,
): Promise<CodeAnswer> {
  const typed = entered.trim();
  if (typed === '') return null;
  const spellings = [typed, asPrinted(typed)].filter((code) => possible.test(code));
  const [key] = spellings;
  if (key === undefined) return { state: 'invalid', code: typed };
  try {
    const { data, error, status } = await loaderTables(context, { 'x-lookup-key': key })
      .from('validity_codes')
      .select('code, product_name')
      .limit(2);
    if (!error) {
      const [exact] = spellings.flatMap((code) => data.find((row) => row.code === code) ?? []);
      const printed = asPrinted(typed);
      const found = exact ?? data.find((row) => asPrinted(row.code) === printed);
      if (!found) return { state: 'invalid', code: typed };
      const named = found.product_name !== defaultProductName;
      return {
        state: 'valid',
        code: found.code,
        ...(named ? { product: found.product_name } : {}),
      };
    }
    // Too many checks are the visitor's doing, nothing that went wrong here.
    if (status !== 429) context.get(appContext).report?.(error);
  } catch (error) {
    context.get(appContext).report?.(error);
  }
  return { state: 'unchecked', code: typed };
}
