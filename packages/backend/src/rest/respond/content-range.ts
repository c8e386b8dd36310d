import { outOfBounds } from './request-errors.ts';

export function contentRange(from: number, to: number, total: number | null): string {
  const range = total !== 0 && from <= to ? `${from}-${to}` : '*';
  return `${range}/${total ?? '*'}`;
}

/**
 * Status and Content-Range of a page of rows: 206 when a known total goes beyond the page.
 * Throws RestError PGRST103 when the page begins behind the last row.
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
