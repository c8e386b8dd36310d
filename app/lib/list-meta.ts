import type { MetaDescriptor } from 'react-router';
import { absolute, type MetaArgs, type PageMeta, pageMeta, shopOf } from './page-meta.ts';
import { pageSize, pathOfPage } from './page-number.ts';

/**
 * Like `pageMeta`, for one page of a list: its number in title and URL, and its neighbors. `shown`
 * is null or undefined for a page that the list does not have.
 */
export function listMeta(
  args: MetaArgs,
  list: PageMeta & {
    path: string;
    /** Path in the current sort order, if `path` names the list in its default order. */
    orderedPath?: string;
  },
  shown: { page: number; total: number } | null | undefined,
): MetaDescriptor[] {
  if (!shown) return pageMeta(args, { ...list, hidden: true });
  const { path, orderedPath = path } = list;
  const { page, total } = shown;
  const origin = shopOf(args)?.origin ?? '';
  const title = page === 1 ? list.title : `${list.title} (Page ${page})`;
  const tags = pageMeta(args, { ...list, title, path: pathOfPage(path, page) });
  const link = (rel: string, to: number) =>
    tags.push({ tagName: 'link', rel, href: absolute(origin, pathOfPage(orderedPath, to)) });
  if (page > 1) link('prev', page - 1);
  if (page * pageSize < total) link('next', page + 1);
  return tags;
}
