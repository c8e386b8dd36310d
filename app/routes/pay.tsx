import { PayScreen } from '#app/features/payment-link/pay-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/pay';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Pay for your order | {name}',
    description: 'Pay for what we have agreed on.',
    hidden: true,
  });
}

export default function PayRoute() {
  return <PayScreen />;
}
