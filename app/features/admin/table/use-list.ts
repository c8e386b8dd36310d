import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import {
  type ListFilters,
  type ListName,
  type ListPage,
  type RowOf,
  useAdminCalls,
} from '../data/use-admin-calls.ts';
import { toListQuery } from './list-state.ts';
import type { ListControl } from './use-list-state.ts';

export interface ListReading<Row> {
  page: ListPage<Row> | undefined;
  loading: boolean;
  failure: Error | null;
  refetch: () => void;
}

/** Every reading of a list lies under its name: invalidate `listKey('orders')` after a change. */
export const listKey = (list: ListName) => ['list', list] as const;

interface ListOptions {
  /** What is filtered, where it is not just the chosen values. */
  filters?: ListFilters;
  /** What is searched for, where it is not just what was typed. */
  search?: (typed: string) => string;
  /** The required notice (requirements §8) when the list could not be read; with the server's message. */
  failureTitle?: string;
}

/** Reads the page of a list that its address names. */
export function useList<L extends ListName>(
  list: L,
  { state, pageSize }: ListControl,
  { filters, search, failureTitle }: ListOptions = {},
): ListReading<RowOf<L>> {
  const calls = useAdminCalls();
  const query = toListQuery(
    search ? { ...state, search: search(state.search) } : state,
    pageSize,
    filters,
  );
  const { data, isFetching, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: [...listKey(list), query],
    queryFn: () => calls.list(list, query),
    placeholderData: keepPreviousData,
  });

  // Once for each failed reading.
  useEffect(() => {
    if (!error || !failureTitle || !errorUpdatedAt) return;
    showToast({ title: failureTitle, description: messageOf(error), variant: 'destructive' });
  }, [error, failureTitle, errorUpdatedAt]);

  return { page: data, loading: isFetching, failure: error, refetch: () => void refetch() };
}
