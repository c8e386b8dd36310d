import { importPart } from '#app/lib/import-part.ts';
import { formulaLike } from '#domain/formula-like.ts';

/** Saves rows as a CSV file. Cells that a spreadsheet would read as formulas become text. */
export async function saveCsv(name: string, rows: object[]): Promise<void> {
  const { unparse } = await importPart(() => import('papaparse'));
  const csv = unparse(rows, { escapeFormulae: formulaLike });
  // The byte order mark makes spreadsheets read it as UTF-8.
  const file = new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
