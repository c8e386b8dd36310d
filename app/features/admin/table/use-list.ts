import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { messageOf } from '../data/admin-failure.ts';
import type { RuleTable } from '../data/save-unchanged.ts';
import {
  type ListFilters,
  type ListName,
  type ListPage,
  type ListQuery,
  type RowOf,
  useAdminCalls,
} from '../data/use-admin-calls.ts';
import type { FilterOption } from './filter-menu.tsx';
import { type ListState, toListQuery } from './list-state.ts';
import { type ListControl, useListState } from './use-list-state.ts';

/** A filter with a menu of values. */
export interface ListMenu {
  /** Name of the URL parameter, and of the column if the values are the column's. */
  name: string;
  label: string;
  options: readonly FilterOption[];
  /** Adjusts the choice if values exclude each other. */
  choose?: (before: readonly string[], next: string[]) => string[];
}

export interface ListOptions {
  /** 20 by default. */
  pageSize?: number;
  /** `created_at` by default. */
  sort?: string;
  menus?: readonly ListMenu[];
  /** Whether it can be filtered by days: `from` and `until` in the URL. */
  days?: boolean;
  /** Translates the chosen values for the server, if they are not simply their columns'. */
  toFilters?: (chosen: ListState['chosen'], timeZone: string) => ListFilters;
  /** Translates the search text, if it should differ from what was typed. */
  toSearch?: (typed: string) => string;
  /** The required notice (requirements §8) if the list could not be loaded; adds the server's message. */
  failureTitle?: string;
}

/** A list as its URL describes it, with the page that was loaded. */
export interface List<Row> {
  name: ListName;
  control: ListControl;
  menus: readonly ListMenu[];
  days: boolean;
  /** The query sent to the server. */
  query: ListQuery;
  page: ListPage<Row> | undefined;
  loading: boolean;
  failure: Error | null;
  refetch: () => void;
}

/** The prefix of all query keys of a list: invalidate `listKey('orders')` after a change. */
export const listKey = (list: ListName | RuleTable) => ['list', list] as const;

/** Loads the page of a list that its URL describes. */
export function useList<L extends ListName>(list: L, options: ListOptions = {}): List<RowOf<L>> {
  const { menus = [], days = false, toFilters, toSearch, failureTitle } = options;
  const { site } = useShop();
  const control = useListState({
    pageSize: options.pageSize ?? 20,
    ...(options.sort ? { sort: options.sort } : {}),
    filters: [...menus.map(({ name }) => name), ...(days ? ['from', 'until'] : [])],
  });
  const { state, pageSize } = control;
  const query = toListQuery(
    toSearch ? { ...state, search: toSearch(state.search) } : state,
    pageSize,
    toFilters?.(state.chosen, site.timeZone),
  );
  const calls = useAdminCalls();
  const { data, isFetching, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: [...listKey(list), query],
    queryFn: () => calls.list(list, query),
    placeholderData: keepPreviousData,
  });

  // Once per failed load.
  useEffect(() => {
    if (!error || !failureTitle || !errorUpdatedAt) return;
    showToast({ title: failureTitle, description: messageOf(error), variant: 'destructive' });
  }, [error, failureTitle, errorUpdatedAt]);

  return {
    name: list,
    control,
    menus,
    days,
    query,
    page: data,
    loading: isFetching,
    failure: error,
    refetch: () => void refetch(),
  };
}
