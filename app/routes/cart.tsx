import { CartScreen } from '#app/features/cart/cart-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/cart';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your cart | {name}',
    description: 'The products in your cart and their total.',
    hidden: true,
  });
}

export default function CartRoute() {
  return <CartScreen />;
}
