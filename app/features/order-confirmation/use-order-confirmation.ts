import { useEffect, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import { clearPaidCart, confirmInBrowser } from './confirm-in-browser.ts';
import { type Confirmation, followOrder } from './follow-order.ts';
import { createOrderSource } from './order-source.ts';

/** Follows the order of this session id and confirms it once it is paid. */
export function useOrderConfirmation(
  { referenceColumn, functions: { confirm } }: PaymentMethod,
  sessionId: string | null,
  publishableKey: string,
): { confirmation: Confirmation; retry: () => void } {
  const [confirmation, setConfirmation] = useState<Confirmation>({ kind: 'reading' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round polls the order again
  useEffect(() => {
    let left = false;
    async function follow(): Promise<void> {
      let last: Confirmation = { kind: 'reading' };
      const source = createOrderSource({ referenceColumn, confirm }, publishableKey);
      for await (const step of followOrder(sessionId, source)) {
        if (step.kind === 'paid') void clearPaidCart(step.order, publishableKey);
        if (left) return;
        if (last.kind !== step.kind) noticeOf(step);
        // On the first `paid`, so that it is confirmed even if the customer leaves before the
        // details arrive.
        if (step.kind === 'paid' && last.kind !== 'paid') {
          void confirmInBrowser(step.order, publishableKey);
        }
        last = step;
        setConfirmation(step);
      }
      if (!left && last.kind === 'paid' && last.late) showToast(detailsLater);
    }
    void follow();
    return () => {
      left = true;
    };
  }, [referenceColumn, confirm, sessionId, publishableKey, round]);

  return { confirmation, retry: () => setRound((before) => before + 1) };
}

const detailsLater = {
  title: 'Order processing',
  description: 'Your payment was successful. Order details will be updated shortly.',
};

function noticeOf({ kind }: Confirmation): void {
  if (kind === 'missing') {
    showToast({
      title: 'Order not found',
      description: "We couldn't find your order. Please contact support.",
      variant: 'destructive',
    });
  } else if (kind === 'unreachable') {
    showToast(detailsLater);
  }
}
