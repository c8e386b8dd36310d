import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { orderNumber } from '#domain/order.ts';
import { hasLeftCheckout } from './checkout-left.ts';
import { findPaidOrders } from './paid-orders.ts';

const pauseMs = 15_000;

let lookedAt = Number.NEGATIVE_INFINITY;

/**
 * Mounted on every page: tells visitors who left to pay and never returned through the success page
 * that the payment arrived, and removes what was paid from the cart. Asks the server only if
 * someone left to pay.
 */
export function PaidCartWatch() {
  const { publishableKey, paymentMethods } = useShop();
  // These pages check for themselves.
  const ownPages = ['/checkout', ...paymentMethods.map((method) => method.successPage.path)];
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page looks again
  useEffect(() => {
    async function look(): Promise<void> {
      const now = performance.now();
      if (ownPages.includes(window.location.pathname) || now - lookedAt < pauseMs) return;
      if (document.visibilityState !== 'visible' || !hasLeftCheckout()) return;
      lookedAt = now;
      const found = await findPaidOrders(publishableKey);
      const [newest, ...others] = found?.paid ?? [];
      if (!newest) return;
      const numbers = [newest, ...others].map(({ id }) => orderNumber(id)).join(' and ');
      showToast({
        title: 'Your payment went through',
        description: `Order ${numbers} is paid. The items you bought were removed from your cart.`,
        actions: [{ label: 'See your order', to: newest.path }],
      });
    }
    const onLook = () => void look();
    onLook();
    window.addEventListener('pageshow', onLook);
    document.addEventListener('visibilitychange', onLook);
    return () => {
      window.removeEventListener('pageshow', onLook);
      document.removeEventListener('visibilitychange', onLook);
    };
  }, [pathname, publishableKey]);

  return null;
}
