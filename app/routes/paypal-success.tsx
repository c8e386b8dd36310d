import { WalletScreen } from '#app/features/order-confirmation/wallet-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/paypal-success';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your order | Liv Fit',
    description: 'The confirmation of your order.',
    hidden: true,
  });
}

export default function PaypalSuccessRoute() {
  return <WalletScreen />;
}
