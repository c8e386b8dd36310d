import { importPart } from '#app/lib/import-part.ts';
import { defaultProductName, refuseCode, refuseShortenedCode } from './code-rules.ts';
import type { NewCode } from './store-codes.ts';

export interface CodeRow extends NewCode {
  /** Row in the file, starting at 1. */
  row: number;
}

export interface RowProblem {
  row: number;
  code: string;
  problem: string;
}

/**
 * Reads codes from a CSV file. If the first row names columns, `code` and `product_name` are used;
 * otherwise the first column is the code and the second the product.
 */
export async function readCodeFile(
  text: string,
): Promise<{ codes: CodeRow[]; problems: RowProblem[] }> {
  const { default: Papa } = await importPart(() => import('papaparse'));
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const names = (data[0] ?? []).map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'));
  const named = names.includes('code');
  const codeColumn = named ? names.indexOf('code') : 0;
  const productColumn = named ? names.indexOf('product_name') : 1;

  const codes: CodeRow[] = [];
  const problems: RowProblem[] = [];
  const rowOf = new Map<string, number>();
  for (const [index, cells] of data.entries()) {
    if (named && index === 0) continue;
    const row = index + 1;
    const code = (cells[codeColumn] ?? '').trim();
    const broken = errors.find((error) => error.row === index && error.type === 'Quotes');
    const earlier = rowOf.get(code);
    const problem =
      (broken && 'The quotation marks in this row do not match.') ??
      refuseCode(code) ??
      refuseShortenedCode(code) ??
      (earlier ? `Duplicate of row ${earlier}.` : null);
    if (problem) {
      problems.push({ row, code, problem });
      continue;
    }
    rowOf.set(code, row);
    const product_name = (cells[productColumn] ?? '').trim() || defaultProductName;
    codes.push({ row, code, product_name });
  }
  return { codes, problems };
}
