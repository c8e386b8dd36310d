import { outOfBounds } from './request-errors.ts';

export function contentRange(from: number, to: number, total: number | null): string {
  const range = total !== 0 && from <= to ? `${from}-${to}` : '*';
  return `${range}/${total ?? '*'}`;
}

/**
 * Status and Content-Range for a page of rows: 206 if a known total exceeds the page. Throws
 * RestError PGRST103 if the page starts after the last row.
 */
export function pageRange(
  offset: number,
  rows: number,
  total: number | null,
): { status: 200 | 206; contentRange: string } {
  if (total !== null && offset > total) throw outOfBounds(offset, total);
  const range = contentRange(offset, offset + rows - 1, total);
  return { status: total !== null && rows < total ? 206 : 200, contentRange: range };
}
