import { useQuery } from '@tanstack/react-query';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { countRows } from '../batches/count-rows.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';

export const openAlertsKey = ['open alerts'] as const;

/** On the dashboard while checks or reports need attention. */
export function OpenAlerts() {
  const calls = useAdminCalls();
  const { data = 0 } = useQuery({
    queryKey: openAlertsKey,
    queryFn: () =>
      countRows(calls, (tables) =>
        tables.from('code_alerts').select('id', { count: 'exact', head: true }).eq('state', 'open'),
      ),
  });
  if (data === 0) return null;
  return (
    <Link
      to="/admin/alerts?state=open"
      className="flex min-h-12 items-center gap-3 rounded-md border border-saffron bg-paper px-4 py-2 text-sm font-semibold"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">
        {data === 1
          ? 'One open alert about checks of your codes'
          : `${data.toLocaleString('en-US')} open alerts about checks of your codes`}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  );
}
