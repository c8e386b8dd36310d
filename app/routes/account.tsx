import { AccountScreen } from '#app/features/account/account-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/account';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your account | Liv Fit',
    description: 'Your name, e-mail address, password and data.',
    hidden: true,
  });
}

export default function AccountRoute() {
  return <AccountScreen />;
}
