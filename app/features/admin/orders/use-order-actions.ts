import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { formatMoney, sumLines, toCents } from '#domain/money.ts';
import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { messageOf } from '../data/admin-failure.ts';
import { type ListPage, type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { isRefundable } from './order-words.ts';

type Order = RowOf<'orders'>;

export const orderKey = (id: string) => ['order', id] as const;

/** Specification §8, as it stands there. */
const updateFailed = 'Update failed: Could not update the order status. Please try again.';

/** What is done to one order or many. */
export function useOrderActions() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  async function refund(order: Order): Promise<void> {
    try {
      await calls.invoke('refund-order', { orderId: order.id }, `cancel-${order.id}`);
      showToast({ title: 'Refund sent', description: `Order #${orderNumber(order.id)}` });
    } catch (error) {
      showToast({ title: 'Refund failed', description: messageOf(error), variant: 'destructive' });
    }
  }

  return {
    /**
     * Saved as soon as it is chosen (specification §4), shown at once and taken back if refused.
     * Cancelling what is paid asks about the money first.
     */
    async setStatus(orders: readonly Order[], status: OrderStatus): Promise<void> {
      const paid = orders.filter((order) => isRefundable(order.payment_status));
      const giveBack =
        status === 'cancelled' && paid.length > 0 ? await ask(cancelQuestion(paid)) : 'alternative';
      if (!giveBack) return;

      const ids = orders.map(({ id }) => id);
      const undo = showAtOnce(queries, ids, status);
      try {
        const saved = await calls.run((tables) =>
          tables.from('orders').update({ status }).in('id', ids).select('id'),
        );
        if (saved.length < ids.length) throw new Error(updateFailed);
        const [first] = orders;
        showToast({
          title: 'Order status updated',
          description:
            orders.length === 1 && first
              ? `Order #${orderNumber(first.id)}: ${status}`
              : `${orders.length} orders: ${status}`,
        });
        if (giveBack === 'confirmed') for (const order of paid) await refund(order);
      } catch {
        undo();
        showToast({ title: updateFailed, variant: 'destructive' });
      } finally {
        await Promise.all([
          queries.invalidateQueries({ queryKey: listKey('orders') }),
          ...ids.map((id) => queries.invalidateQueries({ queryKey: orderKey(id) })),
        ]);
      }
    },
  };
}

function cancelQuestion(paid: readonly Order[]) {
  const [first] = paid;
  const total = formatMoney(
    sumLines(paid.map((order) => ({ priceCents: toCents(order.total_amount), quantity: 1 }))),
  );
  return {
    title:
      paid.length === 1
        ? `Cancel order #${orderNumber(first?.id ?? '')}?`
        : `Cancel ${paid.length} paid orders?`,
    text: `${total} was paid. Refund what is left of it, or cancel and keep the money for now?`,
    confirm: 'Cancel and refund',
    alternative: 'Cancel without refund',
    cancel: 'Do not cancel',
    danger: true,
  };
}

/** Puts the new status into every list in sight; returns how to take it back. */
function showAtOnce(queries: QueryClient, ids: readonly string[], status: OrderStatus): () => void {
  const before = queries.getQueriesData<ListPage<Order>>({ queryKey: listKey('orders') });
  queries.setQueriesData<ListPage<Order>>(
    { queryKey: listKey('orders') },
    (page) =>
      page && {
        ...page,
        rows: page.rows.map((row) => (ids.includes(row.id) ? { ...row, status } : row)),
      },
  );
  return () => {
    for (const [key, page] of before) queries.setQueryData(key, page);
  };
}
