import { OrdersScreen } from '#app/features/orders/orders-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/orders';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'My Orders | Liv Fit',
    description: 'What you have ordered, and where it is.',
    hidden: true,
  });
}

export default function OrdersRoute() {
  return <OrdersScreen />;
}
