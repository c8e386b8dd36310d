import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { loaderTables } from '#app/lib/loader-tables.ts';

/** `unchecked` is shown as INVALID too, but does not claim that the number is unknown. */
export type CodeAnswer = { state: 'valid' | 'invalid' | 'unchecked'; code: string } | null;

/** Printable ASCII, at most 64 characters: nothing else can be a code. */
const possible = /^[\x20-\x7e]{1,64}$/;

/**
 * Looks a batch number up: an exact, case-sensitive match on the trimmed text. The header is the
 * key that opens the one row. Null when nothing was entered.
 */
export async function checkCode(
  context: Readonly<RouterContextProvider>,
  entered: string,
): Promise<CodeAnswer> {
  const code = entered.trim();
  if (code === '') return null;
  if (!possible.test(code)) return { state: 'invalid', code };
  try {
    const { data, error, status } = await loaderTables(context, { 'x-lookup-key': code })
      .from('validity_codes')
      .select('code')
      .eq('code', code)
      .maybeSingle();
    if (!error) return { state: data ? 'valid' : 'invalid', code };
    // Too many checks are the visitor's doing, nothing that went wrong here.
    if (status !== 429) context.get(appContext).report?.(error);
  } catch (error) {
    context.get(appContext).report?.(error);
  }
  return { state: 'unchecked', code };
}
