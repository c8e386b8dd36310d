import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { Line } from '#domain/line.ts';
import { orderNumber } from '#domain/order.ts';
import { orderAgain, type Reordered } from './order-again.ts';

interface OrderActionsProps {
  order: { id: string };
  lines: readonly Line[];
  onPrint: () => void;
}

export function OrderActions({ order, lines, onPrint }: OrderActionsProps) {
  const { publishableKey } = useShop();
  const [busy, setBusy] = useState(false);
  const number = orderNumber(order.id);

  async function again(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const reordered = await orderAgain(lines, publishableKey);
    setBusy(false);
    showToast({
      ...describe(reordered),
      ...(reordered?.lines.length && {
        actions: [{ label: 'View cart', to: '/cart' }],
      }),
    });
  }

  return (
    <div className="mt-4 flex flex-wrap gap-3 print:hidden">
      <Button
        variant="secondary"
        aria-label={`Order again: order ${number}`}
        aria-disabled={busy}
        onClick={() => void again()}
      >
        Order again
      </Button>
      <Button variant="quiet" aria-label={`Print order ${number}`} onClick={onPrint}>
        Print
      </Button>
    </div>
  );
}

function describe(reordered: Reordered | null) {
  if (!reordered) {
    return {
      title: 'The shop cannot be reached',
      description: 'Nothing was added to your cart. Please try again.',
      variant: 'destructive',
    } as const;
  }
  const { lines, missing } = reordered;
  const gone = missing.length > 0 ? `Currently unavailable: ${missing.join(', ')}.` : '';
  if (lines.length === 0) {
    return {
      title: 'Nothing in this order is available',
      description: gone,
      variant: 'destructive',
    } as const;
  }
  const added = `${lines.map(({ name }) => name).join(', ')}, at current prices.`;
  return { title: 'Added to cart', description: [added, gone].filter(Boolean).join(' ') };
}
