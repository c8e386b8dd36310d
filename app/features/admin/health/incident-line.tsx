import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { useIncidents } from './use-incidents.ts';

/** Shown above everything else while something keeps the shop from working. */
export function IncidentLine() {
  const { data = [] } = useIncidents();
  const open = data.filter(({ closed_at }) => closed_at === null);
  if (open.length === 0) return null;
  return (
    <Link
      to="/admin/health"
      className="flex min-h-12 items-center gap-3 rounded-md border border-danger bg-danger-soft px-4 py-2 text-sm font-semibold text-danger"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">{open.map(({ title }) => title).join('. ')}</span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  );
}
