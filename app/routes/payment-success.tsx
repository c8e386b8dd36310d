import { ConfirmationScreen } from '#app/features/order-confirmation/confirmation-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/payment-success';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your order | {name}',
    description: 'The confirmation of your order.',
    hidden: true,
  });
}

export default function PaymentSuccessRoute() {
  return <ConfirmationScreen />;
}
