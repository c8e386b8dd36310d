import { CheckoutScreen } from '#app/features/checkout/checkout-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/checkout';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Checkout | {name}',
    description: 'Choose your payment method to complete your order.',
    hidden: true,
  });
}

export default function CheckoutRoute() {
  return <CheckoutScreen />;
}
