import { noSuch } from './errors.ts';

interface Query {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: number | CreatedRange | undefined;
}

interface CreatedRange {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
}

export interface ListPage<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

const DEFAULT_LIMIT = 10;

/** One page of a list with the newest items first (https://docs.stripe.com/api/pagination). */
export function listPage<T extends { id: string; created?: number }>(
  items: T[],
  query: Query,
  { url, noun, keep = () => true }: { url: string; noun: string; keep?: (item: T) => boolean },
): ListPage<T> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const kept = items.filter((item) => wasCreated(item, query.created) && keep(item));

  if (query.ending_before !== undefined) {
    const end = indexOf(kept, query.ending_before, noun, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: kept.slice(start, end), has_more: start > 0, url };
  }
  const start =
    query.starting_after === undefined
      ? 0
      : indexOf(kept, query.starting_after, noun, 'starting_after') + 1;
  const data = kept.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < kept.length, url };
}

function indexOf<T extends { id: string }>(items: T[], id: string, noun: string, param: string) {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw noSuch(noun, id, param, 400);
  return index;
}

function wasCreated(item: { created?: number }, when: Query['created']): boolean {
  if (when === undefined || item.created === undefined) return true;
  if (typeof when === 'number') return item.created === when;
  return (
    (when.gt === undefined || item.created > when.gt) &&
    (when.gte === undefined || item.created >= when.gte) &&
    (when.lt === undefined || item.created < when.lt) &&
    (when.lte === undefined || item.created <= when.lte)
  );
}
