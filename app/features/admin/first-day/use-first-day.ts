import { useQuery } from '@tanstack/react-query';
import type { FirstDayFacts, FirstDayStep } from '#domain/first-day.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';

/** As returned by `first-day` (docs/functions.md). */
export interface FirstDay extends FirstDayFacts {
  hidden: boolean;
  left: FirstDayStep[];
}

export const firstDayKey = ['first-day'];

/** Loaded again whenever the dashboard opens, because the steps are done on other screens. */
export function useFirstDay() {
  const calls = useAdminCalls();
  return useQuery({
    queryKey: firstDayKey,
    queryFn: () => calls.invoke<FirstDay>('first-day', {}),
    refetchOnMount: 'always',
  });
}
