import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { callFunctionFromLoader } from '#app/lib/call-function-from-loader.ts';
import type { CheckAnswer } from '#domain/check-answer.ts';
import { codeInScan } from '#domain/gs1-link.ts';
import { plainCode } from '#domain/plain-code.ts';
import { readUnitCode } from '#domain/unit-code.ts';

/**
 * `unchecked` is shown as INVALID too, but does not claim that the number is unknown. `code` is the
 * one that was found, otherwise what was typed; `product` is the product of a found one. `unit`
 * holds the answer for a single jar, `batch` more about a batch.
 */
export type CodeAnswer = {
  state: 'valid' | 'invalid' | 'unchecked' | 'unit';
  code: string;
  product?: string;
  check?: CheckAnswer;
} | null;

/** Printable ASCII, at most 64 characters: nothing else can be a code. */
const possible = /^[\x20-\x7e]{1,64}$/;

/**
 * Calls the function `check-code`, once. A scanned or pasted link counts as the code in it. Null if
 * nothing was entered.
 *
 * What is checked, and how, is decided in `server/authenticity/check-code.ts`.
 */
export async function requestCheck(
  context: Readonly<RouterContextProvider>,
  entered: string,
  userAgent = '',
): Promise<CodeAnswer> {
  const typed = plainCode(codeInScan(entered));
  if (typed === '') return null;
  const isUnit = readUnitCode(typed) !== null;
  if (!isUnit && !possible.test(typed)) return { state: 'invalid', code: typed };
  const { report } = context.get(appContext);
  try {
    const response = await callFunctionFromLoader(
      context,
      'check-code',
      { code: typed },
      { 'user-agent': userAgent },
    );
    if (response.ok) return present(typed, await response.json(), isUnit);
    await response.body?.cancel();
    // Too many checks are caused by the visitor and are not an error of ours.
    if (response.status !== 429) report?.(new Error(`check-code answered ${response.status}`));
  } catch (error) {
    report?.(error);
  }
  return { state: 'unchecked', code: typed };
}

function present(typed: string, check: CheckAnswer, isUnit: boolean): CodeAnswer {
  const { outcome, batch, product } = check;
  // A text shaped like a unit code that is neither a unit nor a batch is not treated as a batch number.
  const ofUnit = check.firstCheckedAt !== undefined || (isUnit && batch === undefined);
  if (ofUnit) return { state: 'unit', code: typed, check };
  if (outcome === 'batch' || outcome === 'recalled' || outcome === 'expired') {
    return { state: 'valid', code: batch ?? typed, ...(product ? { product } : {}), check };
  }
  return { state: 'invalid', code: typed, check };
}
