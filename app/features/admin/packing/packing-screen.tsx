import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { PackingTable } from './packing-table.tsx';
import { readPacking } from './read-packing.ts';

/** Packs, labels and ships many orders at once. `?orders=<id>,<id>` limits it to those. */
export default function PackingScreen() {
  const [address] = useSearchParams();
  const named = address.get('orders');
  const ids = named === null ? null : named.split(',').filter(Boolean);
  const calls = useAdminCalls();
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    queryKey: ['packing', named],
    queryFn: () => readPacking(calls, ids),
    // What was printed is what is shipped, so the list changes only when the owner asks for it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  return (
    <>
      <ScreenHeading title="Packing" back={{ to: '/admin/orders', label: 'Back to orders' }}>
        {ids === null ? null : (
          <ButtonLink variant="secondary" to="/admin/packing">
            All that can be shipped
          </ButtonLink>
        )}
        <Button variant="secondary" onClick={() => void refetch()}>
          Refresh
        </Button>
      </ScreenHeading>
      {data ? (
        <PackingTable
          key={named}
          orders={data.orders}
          readAt={dataUpdatedAt}
          more={data.more}
          reread={async () => (await refetch()).data?.orders}
        />
      ) : isError ? (
        <LoadFailure text="The orders could not be loaded." onRetry={refetch} />
      ) : (
        <ScreenLoading />
      )}
    </>
  );
}
