import type { ListFilters, ListQuery } from '../data/use-admin-calls.ts';

/** What a list shows, as stored in its URL. */
export interface ListState {
  search: string;
  /** Starts at 1. */
  page: number;
  sort: string;
  ascending: boolean;
  /** Chosen values by filter name; a name without values is absent. */
  chosen: Readonly<Record<string, readonly string[]>>;
}

export interface ListDefaults {
  /** `created_at`, newest first, by default. */
  sort?: string;
  ascending?: boolean;
  pageSize: number;
  /** URL parameters that are filters. */
  filters?: readonly string[];
}

/** Reads `?q=maya&page=2&sort=-name&status=pending,shipped`. Invalid values are read as the defaults. */
export function readListState(address: URLSearchParams, defaults: ListDefaults): ListState {
  const sort = /^(-?)([a-z_]+)$/.exec(address.get('sort') ?? '');
  const page = Number(address.get('page'));
  const chosen: Record<string, string[]> = {};
  for (const name of defaults.filters ?? []) {
    const values = (address.get(name) ?? '').split(',').filter(Boolean);
    if (values.length > 0) chosen[name] = values;
  }
  return {
    search: address.get('q') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    sort: sort?.[2] ?? defaults.sort ?? 'created_at',
    ascending: sort ? sort[1] === '' : (defaults.ascending ?? false),
    chosen,
  };
}

/** Applies the change to the URL. Anything but a page change goes back to page 1 (requirements §9.3). */
export function writeListState(
  address: URLSearchParams,
  change: Partial<ListState>,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const set = (name: string, value: string) =>
    value === '' ? next.delete(name) : next.set(name, value);
  if (change.search !== undefined) set('q', change.search);
  if (change.sort !== undefined) set('sort', `${change.ascending ? '' : '-'}${change.sort}`);
  for (const [name, values] of Object.entries(change.chosen ?? {})) set(name, values.join(','));
  set('page', change.page && change.page > 1 ? String(change.page) : '');
  return next;
}

/** The query for the server. `filters` translates chosen values that are not simply their column's. */
export function toListQuery(
  state: ListState,
  pageSize: number,
  filters: ListFilters = state.chosen,
): ListQuery {
  return {
    search: state.search.trim(),
    filters,
    sort: state.sort,
    ascending: state.ascending,
    skip: (state.page - 1) * pageSize,
    take: pageSize,
  };
}
