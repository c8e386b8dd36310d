import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { orderNumber } from '#domain/order.ts';
import { isUuid } from '#domain/uuid.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { NewOrderForm } from './new-order-form.tsx';

/**
 * /admin/orders/new: an order placed by the owner; `?replaces=<id>` replaces an order at no charge,
 * `?adds=<id>` adds items to one.
 */
export function NewOrderScreen() {
  const [address] = useSearchParams();
  const purpose = address.has('replaces') ? 'replacement' : 'addition';
  const named = address.get('replaces') ?? address.get('adds');
  const belongsTo = named && isUuid(named) ? named : null;
  const calls = useAdminCalls();
  const { data, isError, refetch } = useQuery({
    queryKey: ['original-order', belongsTo],
    queryFn: async () => {
      if (!belongsTo) return { original: null };
      const [original = null] = await calls.run((tables) =>
        tables.from('orders').select().eq('id', belongsTo),
      );
      return { original };
    },
    refetchOnWindowFocus: false,
  });
  const back = belongsTo
    ? { to: `/admin/orders?order=${belongsTo}`, label: 'Back to the order' }
    : { to: '/admin/orders', label: 'Back to orders' };
  return (
    <>
      <ScreenHeading
        title={
          belongsTo
            ? `${purpose === 'replacement' ? 'Replace' : 'Add to'} order #${orderNumber(belongsTo)}`
            : 'New order'
        }
        back={back}
      />
      {belongsTo && data?.original === null ? (
        <p>This order does not exist.</p>
      ) : data ? (
        <NewOrderForm
          key={`${purpose} ${belongsTo}`}
          original={data.original && { purpose, order: data.original }}
        />
      ) : isError ? (
        <LoadFailure text="The order could not be loaded." onRetry={refetch} />
      ) : (
        <ScreenLoading />
      )}
    </>
  );
}
