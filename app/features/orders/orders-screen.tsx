import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { useSignInFirst } from '#app/lib/use-sign-in-first.ts';
import { OrderCard } from './order-card.tsx';
import { type CustomerOrder, readOrders } from './read-orders.ts';
import { usePrint } from './use-print.ts';

type Reading = 'reading' | 'failed' | CustomerOrder[];

/** My Orders (requirements §2.14). Guests are sent to sign in; the database protects the rows. */
export default function OrdersScreen() {
  const { orders, retry } = useOrders();
  const { printing, print } = usePrint();
  return (
    <div className="page-width min-h-dvh max-w-4xl py-10 sm:py-14">
      <h1 className="text-display">My Orders</h1>
      <div className="mt-8">
        {orders === 'reading' ? (
          <div className="py-6">
            <Spinner label="Loading your orders" showLabel />
          </div>
        ) : orders === 'failed' ? (
          <div className="flex flex-col items-start gap-5">
            <p>Your orders could not be loaded.</p>
            <Button onClick={retry}>Try again</Button>
          </div>
        ) : orders.length === 0 ? (
          <div className="flex flex-col items-start gap-5 rounded-md bg-paper p-8 sm:p-12">
            <p className="font-display text-display-sm">No orders yet</p>
            <p className="max-w-prose text-ink-soft">
              Orders you place while signed in appear here with their status and shipping address.
            </p>
            <ButtonLink to="/products">Start Shopping</ButtonLink>
            <p className="text-sm">
              Ordered without signing in?{' '}
              <Link
                to="/find-order"
                className="text-link inline-flex min-h-11 items-center font-semibold"
              >
                Find your order
              </Link>
            </p>
          </div>
        ) : (
          <ul className="space-y-6">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard
                  order={order}
                  printing={printing === order.id}
                  onPrint={() => print(order.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function useOrders(): { orders: Reading; retry: () => void } {
  const { publishableKey } = useShop();
  const userId = useStoredSession()?.userId;
  const [orders, setOrders] = useState<Reading>('reading');
  const [round, setRound] = useState(0);
  useSignInFirst('/orders');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    if (!userId) return;
    let left = false;
    setOrders('reading');
    void readOrders(userId, publishableKey).then((found) => {
      if (left) return;
      setOrders(found ?? 'failed');
      if (!found) showToast({ title: 'Error loading orders', variant: 'destructive' });
    });
    return () => {
      left = true;
    };
  }, [userId, publishableKey, round]);

  return { orders, retry: () => setRound((before) => before + 1) };
}
