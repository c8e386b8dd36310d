import { redirect } from 'react-router';

/** Entries per page of a list. */
export const pageSize = 24;

/**
 * The page number in a list's URL, starting at 1; null for values that no list links to, such as
 * `?page=02`. Redirects to `path`, the list's own, for the first page, which has no number.
 */
export function readPageNumber(request: Request, path?: string): number | null {
  const { pathname, searchParams } = new URL(request.url);
  const asked = searchParams.get('page');
  if (asked === null) return 1;
  if (asked === '1') throw redirect(path ?? pathname, 301);
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : null;
}

/** The path of a page of a list; the first page has the list's own path. */
export function pathOfPage(path: string, page: number): string {
  if (page === 1) return path;
  return `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
}
