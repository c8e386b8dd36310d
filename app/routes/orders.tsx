import { SignedInPage } from '#app/components/signed-in-page.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/orders';

const OrdersScreen = lazyPart(() => import('#app/features/orders/orders-screen.tsx'));

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'My Orders | {name}',
    description: 'Your orders and their status.',
    hidden: true,
  });
}

export default function OrdersRoute() {
  return (
    <SignedInPage
      title="My Orders"
      withoutScripts="Viewing your orders requires JavaScript."
      waiting="Loading your orders"
      from="/orders"
    >
      <OrdersScreen />
    </SignedInPage>
  );
}
