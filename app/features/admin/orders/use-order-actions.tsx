import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { formatAmount } from '#domain/foreign-money.ts';
import { toCents, toDecimal } from '#domain/money.ts';
import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { allPartsLeft } from '#domain/refund-parts.ts';
import { shippedStatuses } from '#domain/shipment.ts';
import { AdminFailure, isUnanswered, messageOf } from '../data/admin-failure.ts';
import {
  type AdminCalls,
  type ListPage,
  type RowOf,
  useAdminCalls,
} from '../data/use-admin-calls.ts';
import { type Answer, useConfirm } from '../dialogs/confirm.tsx';
import { CheckField } from '../form/check-field.tsx';
import { listKey } from '../table/use-list.ts';
import { readCancelQuestion } from './cancel-question.ts';
import { describeOrderChanges } from './order-changes.ts';
import { isRefundable, statusLabel } from './order-text.ts';
import { isExtra, ownPaymentLeft, paymentsLeft } from './payments-left.ts';
import { readOrder } from './read-order.ts';
import { partsLeft } from './refund-parts-field.tsx';
import { RestockField } from './restock-field.tsx';
import { type Saved, saveStatusIfUnchanged } from './save-status-if-unchanged.ts';
import { readWithheld, withheldQuestion } from './withheld-orders.ts';

type Order = RowOf<'orders'>;

export const orderKey = (id: string) => ['order', id] as const;

/** Requirements §8, verbatim. */
const updateFailed = 'Update failed: Could not update the order status. Please try again.';

/** Actions on one or several orders. */
export function useOrderActions() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  /**
   * The shop does both in one step. Wherever this tab is cut off, no order ends up canceled with
   * its refund forgotten.
   */
  async function cancelAndRefund(
    order: Order,
    { restock, tell }: { restock: boolean; tell: boolean },
  ): Promise<Cancelled> {
    try {
      const cancel = { seen: { updatedAt: order.updated_at }, tell };
      const body = restock ? await readRest(calls, order.id) : { orderId: order.id };
      const key = `cancel-${restock ? 'restock-' : ''}${order.id}`;
      await calls.invoke('refund-order', { ...body, cancel }, key);
      return { became: 'cancelled' };
    } catch (error) {
      const code = error instanceof AdminFailure ? error.code : null;
      if (code === 'order_changed') return { became: 'changed' };
      const isCancelled = code === 'provider_refused' || code === 'provider_unavailable';
      const isAsBefore = !isCancelled && !isUnanswered(error);
      return {
        became: isCancelled ? 'cancelled' : 'unchanged',
        failure: `Order #${orderNumber(order.id)}: ${messageOf(error)}${isAsBefore ? ' It was not canceled.' : ''}`,
      };
    }
  }

  async function tellCustomer(order: Order): Promise<void> {
    try {
      await calls.invoke('tell-cancelled', { orderId: order.id });
    } catch (error) {
      showToast({
        title: 'The customer was not emailed',
        description: `Order #${orderNumber(order.id)}: ${messageOf(error)}`,
        variant: 'destructive',
      });
    }
  }

  /** Without those that would leave from a recalled batch, unless that is confirmed. */
  async function withoutWithheld(
    orders: readonly Order[],
    status: OrderStatus,
  ): Promise<readonly Order[]> {
    const leaving = hasLeft({ status }) ? orders.filter((order) => !hasLeft(order)) : [];
    if (leaving.length === 0) return orders;
    const withheld = await readWithheld(
      calls,
      leaving.map(({ id }) => id),
    );
    if (withheld.length === 0 || (await ask(withheldQuestion(withheld, status)))) return orders;
    return orders.filter((order) => !withheld.some(isSame(order)));
  }

  /** For orders that somebody else has saved since they were shown. */
  async function saveChanged(
    seen: readonly Order[],
    status: OrderStatus,
    save: (orders: readonly Order[]) => Promise<Outcome>,
  ): Promise<Saved[]> {
    const ids = seen.map(({ id }) => id);
    const now = (await calls.run((tables) =>
      tables.from('orders').select().in('id', ids),
    )) as Order[];
    if (now.length < ids.length) throw new Error(updateFailed);
    const changed = now.flatMap((order) => {
      const before = seen.find(({ id }) => id === order.id);
      const changes = before ? describeOrderChanges(before, order) : [];
      return changes.length > 0 ? [{ order, changes }] : [];
    });
    const agreed = changed.length === 0 || (await ask(changedQuestion(changed, status)));
    const wanted = agreed
      ? now
      : now.filter((order) => !changed.some((each) => each.order === order));
    const outcome = await save(wanted);
    if (outcome.changed.length > 0) throw new Error(updateFailed);
    return outcome.saved;
  }

  return {
    /**
     * Saved as soon as it is chosen (requirements §4.8): shown at once and undone if refused.
     * Canceling a paid order asks about the money first; an order that has changed since it was
     * shown is only set after a question that says how.
     */
    async setStatus(orders: readonly Order[], status: OrderStatus): Promise<void> {
      const paid = orders.filter(isPaid);
      let restock = false;
      let tell = true;
      const choices = (canRefund: boolean) => (
        <>
          {canRefund ? (
            <RestockField
              onChange={({ target }) => {
                restock = target.checked;
              }}
            />
          ) : null}
          <CheckField
            label={paid.length === 1 ? 'Email the customer' : 'Email the customers'}
            hint="Tells them that the order was canceled and will not be sent."
            defaultChecked
            onChange={({ target }) => {
              tell = target.checked;
            }}
          />
        </>
      );
      let giveBack: Answer = 'alternative';
      if (status === 'cancelled' && paid.length > 0) {
        const question = await readCancelQuestion(calls, paid);
        const canRefund = question.alternative !== undefined;
        const answer = await ask({ ...question, choice: choices(canRefund) });
        if (!answer) return;
        giveBack = canRefund ? answer : 'alternative';
      }

      const untold: Order[] = [];
      const sent: Order[] = [];
      const failures: string[] = [];
      async function save(wanted: readonly Order[]): Promise<Outcome> {
        const refunded = wanted.filter(
          (order) => giveBack === 'confirmed' && isPaid(order) && paid.some(isSame(order)),
        );
        const others = wanted.filter((order) => !refunded.includes(order));
        const saved = others.length > 0 ? await saveStatusIfUnchanged(calls, others, status) : [];
        const changed = others.filter((order) => !saved.some(isSame(order)));
        untold.push(...paid.filter((order) => tell && saved.some(isSame(order))));
        for (const order of refunded) {
          const { became, failure } = await cancelAndRefund(order, { restock, tell });
          if (became === 'cancelled') saved.push(order);
          if (became === 'changed') changed.push(order);
          else if (failure) failures.push(failure);
          else sent.push(order);
        }
        return { saved, changed };
      }

      const ids = orders.map(({ id }) => id);
      const undo = showAtOnce(queries, ids, status);
      try {
        const { saved, changed } = await save(await withoutWithheld(orders, status));
        if (changed.length > 0) saved.push(...(await saveChanged(changed, status, save)));
        if (saved.length < orders.length) {
          undo();
          showAtOnce(
            queries,
            saved.map(({ id }) => id),
            status,
          );
        }
        const [first] = saved;
        if (first) {
          showToast({
            title: 'Order status updated',
            description:
              (saved.length === 1
                ? `Order #${orderNumber(first.id)}: ${status}`
                : `${saved.length} orders: ${status}`) +
              (status === 'cancelled' && orders.some(isOpenToPay)
                ? '. Nothing was paid, and the payment page is being closed.'
                : ''),
          });
        }
        for (const { id } of sent) {
          showToast({ title: 'Refund sent', description: `Order #${orderNumber(id)}` });
        }
        for (const order of status === 'cancelled' ? untold : []) await tellCustomer(order);
        // Last, because a later notice would replace it.
        const extras = await nameExtraPayments(calls, sent);
        if (extras && failures.length === 0) {
          showToast({
            title: 'An extra payment is left',
            description: extras,
            variant: 'destructive',
          });
        }
        if (failures.length > 0) {
          const description = failures.join(' ');
          showToast({ title: 'Refund failed', description, variant: 'destructive' });
        }
      } catch (error) {
        undo();
        // The shop's own message, e.g. that the order's items are no longer in stock.
        const isRefused = error instanceof AdminFailure && error.code === '23514';
        showToast(
          isRefused
            ? {
                title: 'Order status not changed',
                description: messageOf(error),
                variant: 'destructive',
              }
            : { title: updateFailed, variant: 'destructive' },
        );
      } finally {
        await Promise.all([
          queries.invalidateQueries({ queryKey: listKey('orders') }),
          ...ids.map((id) => queries.invalidateQueries({ queryKey: orderKey(id) })),
        ]);
      }
    },
  };
}

/** The result for several orders: those that were set, and those that had changed since they were shown. */
interface Outcome {
  saved: Saved[];
  changed: Order[];
}

interface Cancelled {
  /** `unchanged`: as far as is known. */
  became: 'cancelled' | 'changed' | 'unchanged';
  /** Why no refund was sent. */
  failure?: string;
}

const isSame =
  (order: Saved) =>
  ({ id }: Saved) =>
    id === order.id;

const hasLeft = ({ status }: Pick<Order, 'status'>) =>
  (shippedStatuses as readonly string[]).includes(status);

const isPaid = (order: Order) =>
  isRefundable(order.payment_status) && toCents(order.total_amount) > 0;

const isOpenToPay = ({ payment_status }: Order) => payment_status === 'pending';

/** All that is left of an order's payment, for all remaining items, which go back in stock. */
async function readRest(calls: AdminCalls, orderId: string) {
  const whole = await readOrder(calls, orderId);
  const left = whole && partsLeft(whole);
  const own = whole && ownPaymentLeft(whole);
  if (!left || !own) return { orderId };
  const parts = { ...allPartsLeft(left), restock: true };
  if (parts.lines.length === 0) return { orderId };
  return { orderId, amount: toDecimal(own.cents), parts };
}

/** Orders that were paid twice: canceling them refunds their own payment only. Empty if none was. */
async function nameExtraPayments(calls: AdminCalls, refunded: readonly Order[]): Promise<string> {
  const named = refunded.map(async ({ id }) => {
    const whole = await readOrder(calls, id).catch(() => null);
    const extra = whole ? paymentsLeft(whole).filter(({ payment }) => isExtra(payment)) : [];
    return extra
      .filter(({ cents }) => cents > 0)
      .map(
        ({ payment, cents }) =>
          `Order #${orderNumber(id)} was paid twice: ${formatAmount(cents, payment.currency)} is still to be refunded from the order.`,
      );
  });
  return (await Promise.all(named)).flat().join(' ');
}

function changedQuestion(
  changed: readonly { order: Order; changes: readonly string[] }[],
  status: OrderStatus,
) {
  const [first] = changed;
  return {
    title:
      changed.length === 1
        ? `Order #${orderNumber(first?.order.id ?? '')} has changed`
        : `${changed.length} orders have changed`,
    text: `Since you opened this list: ${changed
      .map(({ order, changes }) => `#${orderNumber(order.id)} ${changes.join(', ')}`)
      .join('; ')}. Set to ${statusLabel(status)} anyway?`,
    confirm: `Set to ${statusLabel(status)}`,
    cancel: 'Leave unchanged',
    danger: true,
  };
}

/** Shows the new status in every loaded list; returns a function that undoes it. */
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
