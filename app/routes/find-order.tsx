import { FindOrderScreen } from '#app/features/orders/find-order-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/find-order';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Find your order | {name}',
    description: 'View an order that you placed without an account.',
    hidden: true,
  });
}

export default function FindOrderRoute() {
  return <FindOrderScreen />;
}
