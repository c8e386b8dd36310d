import { Menu } from '@base-ui/react/menu';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, Mail } from 'lucide-react';
import { buttonClasses } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import type { ResentEmailKind } from '#domain/resend-email.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import type { WholeOrder } from './read-order.ts';
import { orderKey } from './use-order-actions.tsx';

const labels: Record<ResentEmailKind, string> = {
  confirmation: 'Order confirmation',
  shipped: 'Shipping notice',
  refund: 'Refund notice',
};

/** Resends emails to the customer, but only those that were already due. */
export function ResendEmail({ whole }: { whole: WholeOrder }) {
  const { order, shipments, refunds, payments } = whole;
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const kinds: ResentEmailKind[] = [
    ...(payments.length > 0 ? (['confirmation'] as const) : []),
    ...(shipments.length > 0 ? (['shipped'] as const) : []),
    ...(refunds.length > 0 ? (['refund'] as const) : []),
  ];
  const resend = useMutation({
    mutationFn: (kind: ResentEmailKind) =>
      calls.invoke<{ sent: boolean }>('resend-order-email', { orderId: order.id, kind }),
    onSuccess: ({ sent }) =>
      showToast(
        sent
          ? { title: 'Email sent again', description: order.email }
          : {
              title: 'Email is on its way',
              description: 'The mail server has not accepted it yet.',
            },
      ),
    onError: (error) =>
      showToast({ title: 'Email not sent', description: messageOf(error), variant: 'destructive' }),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKey(order.id) }),
  });

  if (kinds.length === 0) return null;
  return (
    <Menu.Root>
      <Menu.Trigger
        className={clsx(buttonClasses({ variant: 'secondary' }), 'min-w-11 max-sm:px-3')}
        aria-disabled={resend.isPending}
      >
        <Mail aria-hidden="true" className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">{resend.isPending ? 'Sending...' : 'Resend email'}</span>
        <ChevronDown aria-hidden="true" className="size-4 max-sm:hidden" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Menu.Popup className="min-w-52 rounded-md border border-line bg-paper py-1.5 shadow-lift outline-none">
            {kinds.map((kind) => (
              <Menu.Item
                key={kind}
                onClick={() => resend.isPending || resend.mutate(kind)}
                className="flex min-h-11 items-center px-4 text-sm outline-none data-highlighted:bg-bone-deep"
              >
                {labels[kind]}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
