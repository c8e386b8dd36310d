import { useEffect, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { asVisitor } from '#app/lib/as-visitor.ts';
import { confirmedOrders } from '#app/lib/confirmed-orders.ts';
import { deliverElsewhere } from '#app/lib/deliver-elsewhere.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { OrderDetails } from '#domain/order.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import { type Capture, capturePayment } from './capture-payment.ts';
import { clearPaidCart, confirmInBrowser } from './confirm-in-browser.ts';

/** Captures the payment of this token and confirms the order once it is paid. */
export function usePaymentCapture(
  { functions: { confirm } }: Pick<PaymentMethod, 'functions'>,
  token: string | null,
  payerId: string | null,
  publishableKey: string,
): { capture: Capture; retry: () => void } {
  const { selling } = useShop();
  const [capture, setCapture] = useState<Capture>({ kind: 'reading' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let left = false;
    async function follow(): Promise<void> {
      let last: Capture = { kind: 'reading' };
      const source = {
        capture: (orderToken: string) =>
          asVisitor(
            publishableKey,
            (headers) =>
              invokeFunction<{ orderDetails: OrderDetails }>(confirm, {
                publishableKey,
                headers,
                body: { orderToken, payerId },
              }),
            ({ failure }) => failure?.status === 401,
          ),
        pause: (milliseconds: number) =>
          new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
      };
      for await (const step of capturePayment(token, source)) {
        if (step.kind === 'paid') void clearPaidCart(step.order, publishableKey);
        if (left) return;
        if (step.kind === 'changed' && step.destination) {
          deliverElsewhere(step.destination, selling?.regions ?? {});
        }
        if (last.kind !== step.kind) noticeOf(step);
        last = step;
        setCapture(step);
      }
      if (!left && last.kind === 'paid') await confirmInBrowser(last.order, publishableKey);
    }
    void follow();
    return () => {
      left = true;
    };
  }, [confirm, token, payerId, publishableKey, round]);

  return { capture, retry: () => setRound((before) => before + 1) };
}

/** Requirements §8. */
const failures = {
  missing: {
    title: 'Order not found',
    description: "We couldn't find your order. Please contact support.",
  },
  declined: {
    title: 'Payment processing error',
    description: 'Your payment was not completed and nothing was charged. Please contact support.',
  },
  unreachable: {
    title: 'Payment processing error',
    description: 'There was a problem confirming your payment. Please contact support.',
  },
} as const;

function noticeOf(step: Capture): void {
  if (step.kind === 'paid' && confirmedOrders.take(step.order.id, 'captured')) {
    showToast({ title: 'Payment successful' });
  }
  if (step.kind in failures) {
    showToast({ ...failures[step.kind as keyof typeof failures], variant: 'destructive' });
  }
}
