import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ListDefaults, type ListState, readListState, writeListState } from './list-state.ts';

export interface ListControl {
  state: ListState;
  pageSize: number;
  change: (change: Partial<ListState>) => void;
}

/** The list's state is in the URL: Back, reload and a shared link show the same rows. */
export function useListState(defaults: ListDefaults): ListControl {
  const { search } = useLocation();
  const navigate = useNavigate();
  // `defaults` is written in place by its screen and never changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const state = useMemo(() => readListState(new URLSearchParams(search), defaults), [search]);
  const change = useCallback(
    (next: Partial<ListState>) => {
      const address = writeListState(new URLSearchParams(window.location.search), next);
      // Page changes can be undone with Back; keystrokes of a search cannot.
      void navigate(
        { search: address.toString() },
        { replace: next.page === undefined, preventScrollReset: true },
      );
    },
    [navigate],
  );
  return { state, pageSize: defaults.pageSize, change };
}
