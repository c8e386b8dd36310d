import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { formatAmount } from '#domain/foreign-money.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { ownPaymentLeft } from './payments-left.ts';
import type { WholeOrder } from './read-order.ts';
import { orderKey } from './use-order-actions.tsx';

/** A payment in review: shows what was received beside what was asked, and lets the admin accept it. */
export function AcceptPayment({ whole }: { whole: WholeOrder }) {
  const { order } = whole;
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const own = ownPaymentLeft(whole);
  const isForeign = own !== null && own.payment.currency !== order.currency;
  const came = own ? formatAmount(own.cents, own.payment.currency) : formatMoney(0);
  const asked = formatMoney(toCents(order.total_amount));
  const accept = useMutation({
    mutationFn: () => calls.invoke('accept-payment', { orderId: order.id }),
    onSuccess: () =>
      showToast({ title: 'Payment accepted', description: `Order #${orderNumber(order.id)}` }),
    onError: (error) =>
      showToast({
        title: 'Payment not accepted',
        description: messageOf(error),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(order.id) }),
        queries.invalidateQueries({ queryKey: listKey('orders') }),
        queries.invalidateQueries({ queryKey: ['overview'] }),
      ]),
  });

  async function agree(): Promise<void> {
    if (accept.isPending) return;
    const agreed = await ask({
      title: `Accept ${came} for order #${orderNumber(order.id)}?`,
      text: 'The order will be marked as paid and the customer will receive the confirmation. To return the money instead, refund it.',
      confirm: 'Accept payment',
    });
    if (agreed) accept.mutate();
  }

  return (
    <section
      aria-label="Payment in review"
      className="flex flex-wrap items-center justify-between gap-4 rounded-md border border-line-strong bg-bone p-4"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="block font-semibold">This payment is held for review</span>
        {came} was received, {asked} was expected.{' '}
        {isForeign
          ? 'A payment in another currency cannot be accepted: refund it below.'
          : 'Compare it with the provider, then accept it or refund it below.'}
      </p>
      {isForeign ? null : (
        <Button onClick={() => void agree()} aria-disabled={accept.isPending}>
          {accept.isPending ? 'Accepting...' : 'Accept payment'}
        </Button>
      )}
    </section>
  );
}
