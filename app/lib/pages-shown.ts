/**
 * Which page numbers a pager shows (requirements §9.3): all of them up to 5; otherwise first, last,
 * the current one and its neighbors, with `null` for an ellipsis in between.
 */
export function pagesShown(current: number, count: number): (number | null)[] {
  if (count <= 5) return Array.from({ length: count }, (_, index) => index + 1);
  const wanted = [1, current - 1, current, current + 1, count];
  const pages = [...new Set(wanted)].filter((page) => page >= 1 && page <= count);
  return pages.flatMap((page, index) => {
    const gap = index > 0 && page - (pages[index - 1] ?? 0) > 1;
    return gap ? [null, page] : [page];
  });
}
