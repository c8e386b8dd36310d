import { useQuery } from '@tanstack/react-query';
import { useShop } from '#app/lib/use-shop.ts';
import { describeIncident, type IncidentKind } from '#domain/incident.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';

export interface Incident {
  id: string;
  kind: IncidentKind;
  title: string;
  advice: string;
  detail: string;
  /** ISO 8601. */
  opened_at: string;
  closed_at: string | null;
}

const maxShown = 20;

/** Open incidents and the latest closed ones; refreshed every minute. */
export function useIncidents() {
  const calls = useAdminCalls();
  const { paymentMethods } = useShop();
  const companyOf = (provider: string | null) =>
    paymentMethods.find(({ id }) => id === provider)?.company ?? '';
  return useQuery({
    queryKey: ['incidents'],
    refetchInterval: 60_000,
    queryFn: async (): Promise<Incident[]> => {
      const rows = await calls.run((tables) =>
        tables
          .from('incidents')
          .select('*')
          .order('closed_at', { ascending: false, nullsFirst: true })
          .order('opened_at', { ascending: false })
          .limit(maxShown),
      );
      return rows.map(({ kind, provider, ...incident }) => ({
        ...incident,
        kind: kind as IncidentKind,
        ...describeIncident(kind as IncidentKind, companyOf(provider)),
      }));
    },
  });
}
